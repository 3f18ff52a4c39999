import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Coupon } from '../../../../contract/coupons.ts';
import type { Money } from '../../../../contract/money.ts';
import type { CardForm, PaymentMethod, SheetKind } from '../../../../contract/payment.ts';
import { discountOfCoupon } from '../../../../contract/rules/pricing/coupons.ts';
import { quote } from '../../../../contract/rules/pricing/pricing.ts';
import type { Station } from '../../../../contract/stations.ts';
import { formatMoney } from '../../../../contract/rules/format/money.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Screen } from '../../../ui/screen/Screen.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { useSubmitAttempt } from '../../../ui/field/useSubmitAttempt.ts';
import { CouponChoice } from './CouponChoice.tsx';
import type { Loaded } from '../loadState.ts';
import type { PaymentChoice } from '../paymentSlice.ts';
import { newSheets, wayOf } from '../payOptions.ts';
import type { PayOption } from '../payOptions.ts';
import { PriceCard } from './PriceCard.tsx';
import { StationLead } from './StationLead.tsx';
import { SheetEntry } from '../SheetEntry.tsx';
import { UnlockMethodPicker } from './UnlockMethodPicker.tsx';
import { useMethodTexts } from '../useMethodTexts.ts';
import styles from '../payment.module.css';

export interface UnlockFormProps {
  station: Loaded<Station>;
  /** Whether the venue of the station is closed, so that the rider may be unable to take the charger. */
  isClosed: boolean;
  methods: Loaded<readonly PaymentMethod[]>;
  /** How the app adds a payment method; undefined until the server has answered. */
  form: CardForm | undefined;
  /** The GoCash balance. */
  balance: Loaded<Money>;
  /**
   * The coupons that are valid for this rental, and the selected coupon. The price is shown only after the
   * coupons are `known`.
   */
  coupons: { known: boolean; usable: readonly Coupon[]; selected: Coupon | null };
  onCoupon: (id: string | null) => void;
  picked: { way: PaymentChoice; chosenMethod: string | null };
  onMethod: (id: string) => void;
  onDepositMethod: (id: string) => void;
  onSheet: (kind: SheetKind) => void;
  onGoCash: () => void;
  /** Tips for new riders: one tip about the price, and one tip about a missing payment method. */
  tips: { price: ReactNode; method: ReactNode };
  addCardTo: string;
  onPay: (methodId: string, useGoCash: boolean) => void;
  busy: boolean;
  /** True if the rider cannot pay now, because there is no network. The data on the page may then be old. */
  offline: boolean;
  /** True if the station lends no chargers. The page then shows the notice and other stations, and no way to pay. */
  paused: boolean;
  /** The nearest stations that have a charger, for a rider at a paused station. */
  elsewhere: ReactNode;
  onRetry: () => void;
  /** Explains why the unlock is blocked, and offers a solution. */
  notice: ReactNode;
}

/** The page before the payment: station, price and payment method. */
export function UnlockForm(props: UnlockFormProps) {
  const { station, methods, form, balance, coupons, picked, onPay, busy, offline, onRetry } = props;
  const { paused } = props;
  const { t } = useTranslation(['payment', 'messages', 'common']);
  const texts = useMethodTexts();
  const reasonId = useId();
  const [tried, press] = useSubmitAttempt();
  const [choosing, choose] = useState(false);

  const found = station.status === 'ready' ? station.value : null;
  const isOpen = found !== null && !paused;
  const wasOpen = useRef(false);
  useEffect(() => {
    // A paused station has no form. If the focus was in the form, move the focus to the heading
    // when the form disappears.
    const isLost = wasOpen.current && document.activeElement === document.body;
    if (paused && isLost) document.querySelector('h1')?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [paused, isOpen]);

  const saved = methods.status === 'ready' ? methods.value : null;
  const discount = coupons.selected === null ? null : discountOfCoupon(coupons.selected);
  const quoted = (byGoCash: boolean) =>
    found && coupons.known ? quote(found.tariff, discount, byGoCash) : null;
  const price = quoted(false);
  const hasGoCash =
    price !== null && balance.status === 'ready' && balance.value.amount >= price.unlockHold;
  const sheets = saved ? newSheets(form, saved) : [];
  const way = wayOf(picked, saved ?? [], sheets, hasGoCash);
  const missing =
    saved === null || way !== null
      ? null
      : saved.length === 0
        ? t(($) => $.messages.paymentMethodAdd)
        : t(($) => $.messages.paymentMethodSelect);
  const reason = offline
    ? t(($) => $.common.offlineActions)
    : station.status === 'failed'
      ? t(($) => $.common.priceUnavailable)
      : null;
  const depositHold = quoted(true)?.cardHold ?? 0;
  const disabled = price === null || saved === null || offline;
  const describedBy = reason === null ? undefined : reasonId;

  const pay = () => {
    press();
    if (way?.by === 'method' || way?.by === 'goCash') onPay(way.method.id, way.by === 'goCash');
  };
  const payWords = (chosen: PayOption | null) => {
    const chosenPrice = quoted(chosen?.by === 'goCash');
    if (chosenPrice === null) return t(($) => $.unlock.payUnknown);
    // Show only the unlock fee, because most of the hold is released later. The price card above
    // shows the whole hold.
    const { unlockHold, held, currency } = chosenPrice;
    const amount = formatMoney({ amount: unlockHold, currency });
    if (unlockHold === 0 || held === 0) return t(($) => $.unlock.payNothing);
    if (chosen?.by === 'sheet') {
      return t(($) => $.unlock.payWithKind, { amount, kind: texts.kind(chosen.kind) });
    }
    return t(($) => $.unlock.pay, { amount });
  };

  const payerWords = () => {
    if (way?.by === 'method') return t(($) => $.unlock.by, { method: texts.name(way.method) });
    if (way?.by === 'goCash') {
      const method = texts.kind('goCash');
      return depositHold > 0
        ? t(($) => $.unlock.byAndDeposit, { method, card: texts.name(way.method) })
        : t(($) => $.unlock.by, { method });
    }
    // The name of a payment sheet is on the button.
    return null;
  };
  const payer = payerWords();
  // The pages with and without the form contain the alert at the same position, so that React keeps
  // its element and screen readers announce it only once.
  return (
    <Screen
      heading={t(($) => $.unlock.heading)}
      inColumns={!paused}
      lead={found ? <StationLead station={found} isClosed={props.isClosed && !paused} /> : null}
      footer={
        paused ? (
          <>
            <ButtonLink to="/search" variant="action">
              {t(($) => $.messages.tryAnotherStation)}
            </ButtonLink>
            <ButtonLink to="/home" variant="quiet">
              {t(($) => $.common.backToHome)}
            </ButtonLink>
          </>
        ) : (
          <>
            {reason === null ? null : (
              <p id={reasonId} className={styles['reason']}>
                {reason}
              </p>
            )}
            {payer === null || price === null ? null : <p className={styles['by']}>{payer}</p>}
            <div className={styles['pay']} data-travels>
              {way?.by === 'sheet' && form ? (
                <SheetEntry
                  key={way.kind}
                  form={form}
                  kind={way.kind}
                  variant="spark"
                  makeDefault={saved?.length === 0}
                  busy={busy}
                  busyLabel={t(($) => $.unlock.paying)}
                  disabled={disabled}
                  describedBy={describedBy}
                  onAdded={({ id }) => onPay(id, false)}
                >
                  {payWords(way)}
                </SheetEntry>
              ) : (
                <Button
                  variant="spark"
                  busy={busy}
                  disabled={disabled}
                  describedBy={describedBy}
                  onClick={pay}
                >
                  {busy ? t(($) => $.unlock.paying) : payWords(way)}
                </Button>
              )}
            </div>
          </>
        )
      }
    >
      <div className={styles['part']}>
        <div role="alert" className={styles['notice']}>
          {props.notice}
        </div>
        {paused ? (
          props.elsewhere
        ) : (
          <>
            {found && price ? (
              <PriceCard
                tariff={found.tariff}
                coupon={coupons.selected}
                byGoCash={way?.by === 'goCash'}
                onChangeCoupon={coupons.usable.length === 0 ? null : () => choose(true)}
              />
            ) : null}
            {choosing ? (
              <CouponChoice
                coupons={coupons.usable}
                selected={coupons.selected}
                onChoose={props.onCoupon}
                onClose={() => choose(false)}
              />
            ) : null}
            {station.status !== 'failed' && price === null ? <Skeleton lines={4} /> : null}
            {station.status === 'failed' ? (
              <ErrorState message={t(($) => $.common.priceUnavailable)} isExact onRetry={onRetry} />
            ) : null}
          </>
        )}
      </div>
      {paused ? null : (
        <div className={styles['part']}>
          {saved ? (
            <UnlockMethodPicker
              {...props}
              methods={saved}
              sheets={sheets}
              way={way}
              unlockHold={price && { amount: price.unlockHold, currency: price.currency }}
              deposit={depositHold > 0 ? depositHold : null}
              error={tried ? missing : null}
            />
          ) : null}
          {price && saved && saved.length > 0 ? props.tips.price : null}
          {saved?.length === 0 ? props.tips.method : null}
          {methods.status === 'loading' ? <Skeleton lines={2} /> : null}
          {methods.status === 'failed' ? (
            <ErrorState message={t(($) => $.unlock.methodsFailed)} onRetry={onRetry} />
          ) : null}
        </div>
      )}
    </Screen>
  );
}
