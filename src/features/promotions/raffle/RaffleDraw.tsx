import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../../contract/campaigns.ts';
import type { Raffle, RaffleEntry } from '../../../../contract/raffle.ts';
import { apiErrorCode } from '../../../api/apiError.ts';
import { useConnection } from '../../../api/connection.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { Link } from '../../../ui/link/Link.tsx';
import { SlotIcon } from '../../../ui/display/SlotIcon.tsx';
import { saveHash } from './savedHashes.ts';
import { rafflePath, termsPath } from '../promotionPaths.ts';
import styles from '../promotions.module.css';
import { useEnterRaffleMutation } from '../promotionsApi.ts';
import { useDrawText } from './RaffleEntries.tsx';
import { eligibilityOf } from '../eligibility.ts';
import type { Eligibility } from '../eligibility.ts';
import { EligibilityNote } from '../EligibilityNote.tsx';
import { useClaimError } from '../useClaimError.ts';
import type { Visitor } from '../visitor.ts';
import { ZonedTime } from './ZonedTime.tsx';

export interface RaffleDrawProps {
  campaign: Campaign;
  raffle: Raffle;
  visitor: Visitor;
}

/**
 * Today's draw. An animation shows whether the charger slides out of its slot. The text of the
 * result appears at once.
 */
export function RaffleDraw({ campaign, raffle, visitor }: RaffleDrawProps) {
  const { t } = useTranslation('promotions');
  const [enter, { data: entry, isLoading, error }] = useEnterRaffleMutation();
  const isUsed = error !== undefined && apiErrorCode(error) === 'campaignClaimed';
  const reason = useClaimError(error);
  const refusal = isUsed ? t(($) => $.raffle.usedToday) : reason;
  const eligibility = entryEligibility(campaign, raffle, visitor.isSignedIn);

  const resultBox = useRef<HTMLDivElement>(null);
  const isDrawn = entry !== undefined && !isLoading;

  useEffect(() => {
    // The pressed button disappears after today's entry, so move the focus.
    if (isDrawn && eligibility === 'claimed' && document.activeElement === document.body) {
      resultBox.current?.focus({ preventScroll: true });
    }
  }, [isDrawn, eligibility]);

  const lastToday = eligibility === 'claimed' ? raffle.mine?.entries[0] : undefined;

  const draw = async () => {
    const { data } = await enter(raffle.type);
    if (data) saveHash(raffle.type, raffle.seedHash);
  };

  return (
    <section className={styles['draw']} aria-label={t(($) => $.raffle.today)}>
      <Mark isDrawing={isLoading} fresh={entry} last={lastToday} />
      <div ref={resultBox} tabIndex={-1} role="status" className={styles['result']}>
        {isDrawn ? <Result entry={entry} prizes={raffle.prizes} /> : null}
      </div>
      <NextEntry campaign={campaign} raffle={raffle} eligibility={eligibility} />
      {eligibility === 'notNewRider' || eligibility === 'otherCity' || eligibility === 'soldOut' ? (
        <EligibilityNote campaign={campaign} eligibility={eligibility} />
      ) : null}
      {refusal === null || isLoading || eligibility === 'claimed' ? null : (
        <p className={styles['reason']} role="alert">
          {refusal}
        </p>
      )}
      <Link to={termsPath(campaign.type)} className={styles['terms']}>
        {t(($) => $.terms)}
      </Link>
      {eligibility === 'guest' ? (
        <ButtonLink to={visitor.loginTo(rafflePath(raffle.type))}>
          {t(($) => $.raffle.logIn)}
        </ButtonLink>
      ) : null}
      {eligibility === 'open' || eligibility === 'asking' ? (
        <DrawButton
          isDrawing={isLoading}
          isReady={eligibility === 'open'}
          onDraw={() => void draw()}
        />
      ) : null}
    </section>
  );
}

/**
 * Returns whether the rider can enter a raffle now. The result is `claimed` if the rider has already
 * entered today, and `asking` while the app does not know the rider's entries. Otherwise the result
 * is that of `eligibilityOf`.
 */
function entryEligibility(campaign: Campaign, { mine }: Raffle, isSignedIn: boolean): Eligibility {
  const eligibility = eligibilityOf(campaign, isSignedIn);
  if (eligibility === 'open' && mine === null) return 'asking';
  return eligibility === 'open' && mine?.nextEntryAt ? 'claimed' : eligibility;
}

interface MarkProps {
  isDrawing: boolean;
  /**
   * The draw that was just made. If it won a prize, the picture shows a charger that slides out of
   * a slot.
   */
  fresh: RaffleEntry | undefined;
  /** A draw from earlier today. */
  last: RaffleEntry | undefined;
}

function Mark({ isDrawing, fresh, last }: MarkProps) {
  if (isDrawing) return <SlotIcon fill={0.35} size="medium" motion="wait" />;
  if (fresh && fresh.prize !== null) return <SlotIcon fill={1} size="medium" motion="drop" />;
  const isEmpty = (fresh ?? last)?.prize === null;
  return <SlotIcon fill={isEmpty ? 0 : 1} size="medium" />;
}

function Result({ entry, prizes }: { entry: RaffleEntry; prizes: Raffle['prizes'] }) {
  const { t } = useTranslation('promotions');
  const drawn = useDrawText(prizes);
  if (entry.prize === null) {
    return (
      <>
        <p className={styles['won']}>{drawn(entry)}</p>
        <p className={styles['detail']}>{t(($) => $.raffle.nothingText)}</p>
      </>
    );
  }
  const isGoCash = entry.claim?.coupon === null;
  return (
    <>
      <p className={styles['won']}>{t(($) => $.raffle.won, { prize: drawn(entry) })}</p>
      <ButtonLink to={isGoCash ? '/payment' : '/coupon'} variant="text">
        {isGoCash ? t(($) => $.use.seeGoCash) : t(($) => $.use.seeCoupons)}
      </ButtonLink>
    </>
  );
}

function NextEntry({
  campaign: { state, startsAt, timeZone },
  raffle: { mine },
  eligibility,
}: Pick<RaffleDrawProps, 'campaign' | 'raffle'> & { eligibility: Eligibility }) {
  const { t } = useTranslation('promotions');
  if (state === 'ended') return <p className={styles['next']}>{t(($) => $.raffle.over)}</p>;
  if (state === 'upcoming') {
    return (
      <p className={styles['next']}>
        {t(($) => $.starts)} <ZonedTime value={startsAt} timeZone={timeZone} />
      </p>
    );
  }
  if (eligibility !== 'claimed') return null;
  return (
    <div className={styles['next']}>
      <p>{t(($) => $.raffle.usedToday)}</p>
      {mine?.nextEntryAt ? (
        <p>
          {t(($) => $.raffle.next)} <ZonedTime value={mine.nextEntryAt} timeZone={timeZone} />
        </p>
      ) : null}
    </div>
  );
}

interface DrawButtonProps {
  isDrawing: boolean;
  isReady: boolean;
  onDraw: () => void;
}

function DrawButton({ isDrawing, isReady, onDraw }: DrawButtonProps) {
  const { t } = useTranslation('promotions');
  const isOffline = useConnection() === 'offline';
  const reasonId = useId();
  return (
    <>
      {isOffline ? (
        <p className={styles['reason']} id={reasonId}>
          {t(($) => $.offline)}
        </p>
      ) : null}
      <Button
        busy={isDrawing || !isReady}
        disabled={isOffline}
        describedBy={isOffline ? reasonId : undefined}
        onClick={onDraw}
      >
        {isDrawing ? t(($) => $.raffle.drawing) : t(($) => $.raffle.draw)}
      </Button>
    </>
  );
}
