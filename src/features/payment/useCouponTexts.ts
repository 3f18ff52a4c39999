import { useTranslation } from 'react-i18next';
import type { Coupon } from '../../../contract/coupons.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { formatDateTime } from '../../lib/format/time.ts';

type Worth = Pick<Coupon, 'amount' | 'minutes'>;

/** Texts about coupons in a price. */
export function useCouponTexts() {
  const { t } = useTranslation('payment');
  return {
    /** The value of a coupon, such as `$1.00 off` or `30 minutes free`. */
    value({ amount, minutes }: Worth): string {
      return amount === null
        ? t(($) => $.coupon.minutes, { count: minutes ?? 0 })
        : t(($) => $.coupon.off, { amount: formatMoney(amount) });
    },
    /**
     * Returns the conditions of a coupon, such as `on rentals of $5.00 or more · until Nov 20, 2026`. The text is empty if
     * there are no conditions.
     */
    conditions({ minimumTotal, expiresAt }: Pick<Coupon, 'minimumTotal' | 'expiresAt'>): string {
      const minimum =
        minimumTotal === null
          ? null
          : t(($) => $.coupon.from, { amount: formatMoney(minimumTotal) });
      const until =
        expiresAt === null ? null : t(($) => $.coupon.until, { date: formatDateTime(expiresAt) });
      return [minimum, until].filter((part) => part !== null).join(' · ');
    },
  };
}
