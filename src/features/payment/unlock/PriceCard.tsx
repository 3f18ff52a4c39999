import { useTranslation } from 'react-i18next';
import type { Coupon } from '../../../../contract/coupons.ts';
import { discountOfCoupon } from '../../../../contract/rules/pricing/coupons.ts';
import { quote } from '../../../../contract/rules/pricing/pricing.ts';
import type { Tariff } from '../../../../contract/rules/pricing/pricing.ts';
import { formatMoney } from '../../../../contract/rules/format/money.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Disclosure } from '../../../ui/dialog/Disclosure.tsx';
import { Money } from '../../../ui/display/Money.tsx';
import styles from '../payment.module.css';
import { useCouponTexts } from '../useCouponTexts.ts';

export interface PriceCardProps {
  tariff: Tariff;
  /** The coupon for the rental; null if the rider has selected none. */
  coupon: Coupon | null;
  /** Whether GoCash pays the unlock fee. If it does, the card holds the deposit only. */
  byGoCash: boolean;
  /** Opens the choice of coupons. The value is null if there is no choice. */
  onChangeCoupon: (() => void) | null;
}

/** The complete price before the payment. It includes the highest possible cost. */
export function PriceCard({ tariff, coupon, byGoCash, onChangeCoupon }: PriceCardProps) {
  const { t } = useTranslation('payment');
  const { currency } = tariff;
  const money = (amount: number) => formatMoney({ amount, currency });
  const discount = coupon === null ? null : discountOfCoupon(coupon);
  const price = quote(tariff, discount, byGoCash);
  const off = tariff.unlockFee - price.unlockHold;
  const isFeeHeld = byGoCash || price.cardHold > 0;
  const free = price.firstStep.afterMinutes;

  const rate =
    tariff.rateMinutes === 60
      ? t(($) => $.unlock.ratePerHour, { amount: money(tariff.rate) })
      : t(($) => $.unlock.ratePerMinutes, {
          amount: money(tariff.rate),
          count: tariff.rateMinutes,
        });
  const cap = t(($) => $.unlock.capPerHours, {
    amount: money(tariff.cap),
    count: tariff.capMinutes / 60,
  });

  const heldNow = () => {
    const amount = money(price.cardHold);
    if (tariff.deposit === 0) return t(($) => $.unlock.heldNow, { amount });
    const fee = price.cardHold - tariff.deposit;
    if (fee === 0) return t(($) => $.unlock.heldNowDeposit, { amount });
    const values = { amount, fee: money(fee), deposit: money(tariff.deposit) };
    const [total, parts, end] = t(($) => $.unlock.heldNowBoth, values).split(/<\/?parts>/);
    return (
      <span>
        {total}
        <span className={styles['parts']}>{parts}</span>
        {end}
      </span>
    );
  };

  const feeNotes: string[] = [];
  if (tariff.graceMinutes > 0) {
    feeNotes.push(t(($) => $.unlock.feeBack, { count: tariff.graceMinutes }));
  }
  if (price.unlockHold > 0 && !isFeeHeld) {
    feeNotes.push(t(($) => $.unlock.feeWithBill, { minimum: money(tariff.minimumCharge ?? 0) }));
  }

  return (
    <section className={styles['price']} aria-labelledby="price-heading">
      <h2 id="price-heading" className="visually-hidden">
        {t(($) => $.unlock.price)}
      </h2>
      <dl className={styles['bill']}>
        {off > 0 ? (
          <div>
            <dt>{t(($) => $.unlock.fee)}</dt>
            <dd>{money(tariff.unlockFee)}</dd>
          </div>
        ) : null}
        {coupon === null ? null : <CouponLine coupon={coupon} off={off} currency={currency} />}
        <div className={styles['today']}>
          <dt>
            {off > 0 ? t(($) => $.unlock.feeAfterCoupon) : t(($) => $.unlock.fee)}
            <span className={styles['detail']}>{t(($) => $.unlock.thenRate, { rate })}</span>
          </dt>
          <dd>
            <Money value={{ amount: price.unlockHold, currency }} size="display" />
          </dd>
        </div>
      </dl>
      {onChangeCoupon === null ? null : (
        <div className={styles['change']}>
          <Button variant="text" onClick={onChangeCoupon}>
            {coupon === null ? t(($) => $.coupon.useOne) : t(($) => $.coupon.change)}
          </Button>
        </div>
      )}
      <Disclosure summary={price.cardHold > 0 ? heldNow() : t(($) => $.unlock.terms)}>
        <dl className={styles['terms']}>
          {feeNotes.length === 0 ? null : (
            <div>
              <dt>{t(($) => $.unlock.fee)}</dt>
              <dd>
                {feeNotes.map((note) => (
                  <span key={note}>{note}</span>
                ))}
              </dd>
            </div>
          )}
          {free > 0 ? (
            <div>
              <dt>{t(($) => $.unlock.free)}</dt>
              <dd>
                <strong>{t(($) => $.unlock.freeMinutes, { count: free })}</strong>
              </dd>
            </div>
          ) : null}
          <div>
            <dt>{t(($) => $.unlock.then)}</dt>
            <dd>
              <strong>{rate}</strong>
              <span>{cap}</span>
            </dd>
          </div>
          {price.cardHold > 0 ? (
            <div>
              <dt>{t(($) => $.unlock.hold)}</dt>
              <dd>{t(($) => $.unlock.holdDetail)}</dd>
            </div>
          ) : null}
          {tariff.deposit > 0 && price.cardHold > 0 ? (
            <div>
              <dt>{t(($) => $.unlock.afterHours, { count: tariff.depositCaptureMinutes / 60 })}</dt>
              <dd>{t(($) => $.unlock.depositCharged)}</dd>
            </div>
          ) : null}
          <div>
            <dt>{t(($) => $.unlock.afterHours, { count: tariff.lostMinutes / 60 })}</dt>
            <dd>{t(($) => $.unlock.lost, { amount: money(price.worst) })}</dd>
          </div>
        </dl>
      </Disclosure>
    </section>
  );
}

interface CouponLineProps {
  coupon: Coupon;
  /** The discount on today's payment, in minor units. */
  off: number;
  currency: string;
}

function CouponLine({ coupon, off, currency }: CouponLineProps) {
  const { t } = useTranslation('payment');
  const texts = useCouponTexts();
  const later = coupon.minimumTotal === null ? (coupon.amount?.amount ?? 0) - off : 0;
  // Leave out the expiry date, because the choice of coupons already shows it.
  const conditions = texts.conditions({ ...coupon, expiresAt: null });
  return (
    <div>
      <dt>
        {t(($) => $.coupon.name)}
        {later > 0 && off > 0 ? (
          <span className={styles['detail']}>
            {t(($) => $.coupon.moreOff, { amount: formatMoney({ amount: later, currency }) })}
          </span>
        ) : null}
        {off === 0 && conditions !== '' ? (
          <span className={styles['detail']}>{conditions}</span>
        ) : null}
      </dt>
      <dd>{off > 0 ? formatMoney({ amount: -off, currency }) : texts.value(coupon)}</dd>
    </div>
  );
}
