import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { mainLink } from '../../../../contract/rules/firstScreen/home.ts';
import { unlockPath } from '../../../../contract/rules/app/unlockPath.ts';
import type { Station, StationSummary } from '../../../../contract/stations.ts';
import type { WatchedThing } from '../../../../contract/watches.ts';
import { apiErrorCode } from '../../../api/apiError.ts';
import { useConnection } from '../../../api/connection.ts';
import { useErrorText } from '../../../api/useErrorText.ts';
import { selectIsSignedIn } from '../../../features/auth/clientUserSlice.ts';
import { withNext } from '../../../features/auth/returnPath.ts';
import { useListPurpose } from '../../../features/stations/closeTarget.ts';
import { useGetCachedStationQuery } from '../../../features/stations/cachedStationApi.ts';
import { useGetStationQuery } from '../../../features/stations/stationsApi.ts';
import { StationSheet } from '../../../features/stations/StationSheet.tsx';
import { WatchButton } from '../../../features/watches/WatchButton.tsx';
import { usePolling } from '../../../lib/device/heartbeat.ts';
import { withTexts } from '../../../lib/language/texts.ts';
import { LazyPart } from '../../../lib/loading/lazyPart.ts';
import { useLazyPart } from '../../../lib/loading/useLazyPart.ts';
import { beginUnlock, endUnlock } from '../../../lib/storage/continueToPay.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { ErrorBoundary } from '../../../ui/feedback/ErrorBoundary.tsx';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import type { BlockedBy } from '../blockedBy.ts';
import { stationExtras } from '../mine/parts.ts';
import { reserveAt } from '../reserve/parts.ts';
import type { Reserved } from '../reserve/ReserveAt.tsx';
import styles from './LinkedSheet.module.css';
import { SheetHandle } from './SheetHandle.tsx';
import { SheetWait } from './SheetWait.tsx';
import { WrongStation } from '../WrongStation.tsx';
import { element } from '../../../ui/link/element.ts';

/**
 * In milliseconds. While the sheet is open, the counts are requested again at this interval.
 */
const pollingInterval = 25_000;

export interface LinkedSheetProps {
  id: string;
  /** The summary of the station from a list, if a list contains the station. */
  summary: StationSummary | undefined;
  blocked: BlockedBy | undefined;
}

/** The sheet of one station, with the action that the rider most probably needs. */
export function LinkedSheet({ id, summary, blocked }: LinkedSheetProps) {
  const { data, error, refetch } = useGetStationQuery(id, {
    refetchOnFocus: true,
  });
  usePolling(pollingInterval, refetch);
  const { data: cached } = useGetCachedStationQuery(id, {
    skip: data !== undefined || (summary !== undefined && error === undefined),
  });
  const { t } = useTranslation('sheet');
  const errorText = useErrorText();
  const openedFor = useListPurpose();
  const extras = useLazyPart(stationExtras);
  const isSignedIn = useSelector(selectIsSignedIn);
  const reserve = useLazyPart(reserveAt, isSignedIn);
  const [reserved, setReserved] = useState<Reserved>('nothing');
  // The panel of the reservation stays at the top until the rider leaves the station, so that the panel does not jump
  // after a cancellation.
  const [panelOnTopOf, showPanelOnTop] = useState<string | null>(null);
  const handleReserved = useCallback(
    (what: Reserved) => {
      setReserved(what);
      if (what !== 'nothing') showPanelOnTop(id);
    },
    [id],
  );
  const station = data ?? cached ?? summary;

  if (error && apiErrorCode(error) === 'stationNotFound') return <WrongStation typed={id} />;
  if (station === undefined) {
    return <SheetWait problem={error && errorText(error)} onRetry={() => void refetch()} />;
  }
  const isReturning = blocked === undefined ? openedFor === 'return' : blocked === 'ongoingOrder';
  // A paused station lends no chargers, so the sheet does not offer to unlock. It shows the nearest
  // station that lends chargers.
  const isRenting = blocked === undefined && !station.paused;
  // A rider who has reserved a charger needs no watch, even if the count of chargers is 0. The
  // count does not contain the reserved charger.
  const wants = reserved === 'charger' ? null : missing(station, blocked, isReturning);
  const reservation =
    isSignedIn && reserve.status === 'ready' ? (
      <ErrorBoundary>
        <reserve.Part station={station} onReserved={handleReserved} />
      </ErrorBoundary>
    ) : null;
  return (
    <>
      <div className="home-head">
        <SheetHandle raise={t(($) => $.more)} lower={t(($) => $.less)} />
      </div>
      <StationSheet
        station={station}
        isPriceComing={error === undefined}
        purpose={isReturning ? 'return' : 'rent'}
        notice={panelOnTopOf === id ? reservation : null}
        isNextOffered={reserved === 'pauseHere'}
        extras={
          extras.status === 'ready' ? (
            <ErrorBoundary>
              <extras.Part
                station={station}
                purpose={isReturning ? 'return' : 'rent'}
                reserve={panelOnTopOf === id ? null : reservation}
              />
            </ErrorBoundary>
          ) : null
        }
        onClose={endUnlock}
      />
      {isRenting && wants !== null ? <UnlockAnyway id={id} /> : null}
      {isRenting && wants === null ? <Unlock id={id} station={data} /> : null}
      {blocked === undefined && wants === null ? null : (
        <div className={panelOnTopOf === id ? `home-foot ${styles['still']}` : 'home-foot'}>
          {blocked === undefined ? null : <Blocked by={blocked} />}
          {wants === null ? null : <WatchButton station={station} wants={wants} />}
        </div>
      )}
    </>
  );
}

/**
 * Returns what the user needs and the station does not have: a charger or a free slot. The sheet
 * offers a watch for this. Returns null if nothing is missing, or if a rental is not possible for
 * another reason.
 */
function missing(
  { chargers, freeSlots, paused }: StationSummary,
  blocked: BlockedBy | undefined,
  isReturning: boolean,
): WatchedThing | null {
  if (isReturning) return freeSlots === 0 ? 'freeSlot' : null;
  return blocked === undefined && chargers === 0 && !paused ? 'charger' : null;
}

function useUnlock(id: string): { to: string; onClick: () => void } {
  const isSignedIn = useSelector(selectIsSignedIn);
  const unlock = unlockPath(id);
  return {
    to: isSignedIn ? unlock : withNext('/login', unlock),
    onClick: () => beginUnlock(id),
  };
}

/** The code for guests who pay at once. Until it is loaded, the sheet leads to the login. */
const guestPay = new LazyPart(async () => (await withTexts(import('./GuestPay.tsx'))).GuestPay);

function Unlock({ id, station }: { id: string; station: Station | undefined }) {
  const isGuest = !useSelector(selectIsSignedIn);
  const paying = useLazyPart(guestPay, isGuest);
  const { t } = useTranslation(['stations', 'common']);
  const isOffline = useConnection() === 'offline';
  const { to, onClick } = useUnlock(id);
  const login = (
    <div className="home-foot">
      {isOffline ? <p className="home-reason">{t(($) => $.common.offlineActions)}</p> : null}
      {mainLink(
        element,
        to,
        t(($) => $.unlock),
        null,
        { onClick },
      )}
    </div>
  );
  if (isGuest && station?.online && paying.status === 'ready' && !isOffline) {
    return <paying.Part station={station} login={login} loginTo={to} onLeave={onClick} />;
  }
  return login;
}

/**
 * A link to the unlock page. It is useful for a rider at the cabinet, because the displayed counts
 * may be outdated.
 */
function UnlockAnyway({ id }: { id: string }) {
  const { t } = useTranslation('stations');
  return (
    <div className={styles['more']}>
      <ButtonLink variant="quiet" {...useUnlock(id)}>
        {t(($) => $.unlock)}
      </ButtonLink>
    </div>
  );
}

function Blocked({ by }: { by: BlockedBy }) {
  const { t } = useTranslation(['errors', 'common', 'messages']);
  return (
    <Banner
      tone={by === 'unpaidOrder' ? 'due' : 'info'}
      action={
        <ButtonLink to="/home" variant="text">
          {by === 'ongoingOrder'
            ? t(($) => $.common.seeMyCharger)
            : by === 'unpaidOrder'
              ? t(($) => $.messages.payNow)
              : t(($) => $.common.backToHome)}
        </ButtonLink>
      }
    >
      {t(($) => $[by])}
    </Banner>
  );
}
