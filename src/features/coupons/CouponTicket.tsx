import { useTranslation } from 'react-i18next';
import type { Coupon } from '../../../contract/coupons.ts';
import { formatDuration } from '../../../contract/rules/format/duration.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import styles from './coupons.module.css';

const minute = 60_000;

export interface CouponTicketProps {
  coupon: Coupon;
  /**
   * True if the rider has never rented. If not, the ticket explains why the rider cannot use a coupon for first
   * rentals.
   */
  isFirstRental: boolean;
}

/**
 * A coupon that looks like a ticket. Its value is on the stub, and its conditions are beside the
 * stub.
 */
export function CouponTicket({ coupon, isFirstRental }: CouponTicketProps) {
  const { t, i18n } = useTranslation('coupons');
  const { kind, state } = coupon;
  const over = state === 'used' || state === 'expired';
  const value =
    coupon.amount !== null
      ? formatMoney(coupon.amount)
      : formatDuration((coupon.minutes ?? 0) * minute, i18n.language);

  return (
    <article className={styles['ticket']} data-over={over || undefined}>
      <p className={styles['stub']} data-kind={kind}>
        <strong className={kind === 'freeMinutes' ? styles['time'] : styles['sum']}>{value}</strong>
      </p>
      <div className={styles['body']}>
        <div className={styles['top']}>
          <h3>{kindWord()}</h3>
          {state === 'available' ? null : (
            <Tag tone={state === 'reserved' ? 'charge' : 'neutral'}>{t(($) => $.state[state])}</Tag>
          )}
        </div>
        <Conditions coupon={coupon} isFirstRental={isFirstRental} />
        <p className={styles['detail']}>{until()}</p>
        {coupon.orderId === null ? null : (
          <Link to={`/history/detail?orderId=${coupon.orderId}`} className={styles['order']}>
            {t(($) => $.seeOrder)}
          </Link>
        )}
      </div>
    </article>
  );

  function kindWord(): string {
    switch (kind) {
      case 'amountOff':
        return t(($) => $.amountOff);
      case 'freeMinutes':
        return t(($) => $.freeMinutes);
      case 'goCash':
        return t(($) => $.goCash);
    }
  }

  function until() {
    const { usedAt, expiresAt } = coupon;
    if (state === 'used' && usedAt !== null) {
      const word = kind === 'goCash' ? t(($) => $.creditedOn) : t(($) => $.usedOn);
      return (
        <>
          {word} <DateTime value={usedAt} />
        </>
      );
    }
    if (expiresAt === null) return over ? null : t(($) => $.noExpiry);
    return (
      <>
        {state === 'expired' ? t(($) => $.expiredOn) : t(($) => $.expires)}{' '}
        <DateTime value={expiresAt} />
      </>
    );
  }
}

/** The conditions of the coupon. They are hidden if the coupon is used or expired. */
function Conditions({ coupon, isFirstRental }: CouponTicketProps) {
  const { t } = useTranslation('coupons');
  const { minimumTotal, firstRentalOnly, state } = coupon;
  if (state === 'used' || state === 'expired') return null;
  return (
    <>
      {minimumTotal === null || minimumTotal.amount === 0 ? null : (
        <p className={styles['detail']}>
          {t(($) => $.minimum, { amount: formatMoney(minimumTotal) })}
        </p>
      )}
      {firstRentalOnly ? (
        <p className={styles['detail']}>
          {isFirstRental || state === 'reserved' ? t(($) => $.firstOnly) : t(($) => $.firstGone)}
        </p>
      ) : null}
    </>
  );
}
