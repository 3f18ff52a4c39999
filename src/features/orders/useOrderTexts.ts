import { useTranslation } from 'react-i18next';
import type { Order } from '../../../contract/orders.ts';
import type { Tariff } from '../../../contract/rules/pricing.ts';
import { cardBrandName } from '../../lib/cardBrand.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatDuration } from '../../lib/time.ts';

const minute = 60_000;

/** The phrases about an order that more than one of its screens says. */
export function useOrderTexts() {
  const { t, i18n } = useTranslation('orders');
  const period = (minutes: number) => formatDuration(minutes * minute, i18n.language);

  return {
    /** Minutes in words: `24 hours`, not `1 day`, where the tariff counts in hours. */
    hours: (minutes: number) =>
      minutes % 60 === 0
        ? new Intl.NumberFormat(i18n.language, {
            style: 'unit',
            unit: 'hour',
            unitDisplay: 'long',
          }).format(minutes / 60)
        : period(minutes),
    duration: (milliseconds: number) => formatDuration(milliseconds, i18n.language),
    rate: ({ rate, rateMinutes, currency }: Tariff) => {
      const amount = formatMoney({ amount: rate, currency });
      return rateMinutes === 60
        ? t(($) => $.rateHour, { amount })
        : t(($) => $.rateMinutes, { amount, count: rateMinutes });
    },
    method: (method: Order['paymentMethod']) =>
      method === null
        ? null
        : t(($) => $.card, { brand: cardBrandName(method.brand), last4: method.last4 }),
  };
}
