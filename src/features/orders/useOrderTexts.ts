import { useTranslation } from 'react-i18next';
import type { PaidWith, PaymentMethodKind } from '../../../contract/payment.ts';
import type { Tariff } from '../../../contract/rules/pricing.ts';
import { cardBrandName } from '../../../contract/rules/cardBrand.ts';
import { formatMoney } from '../../lib/money.ts';
import { formatDuration } from '../../../contract/rules/duration.ts';

const minute = 60_000;

/** Names are the same in every language; a card goes by its brand. */
const ownNames: Record<PaymentMethodKind, string | null> = {
  card: null,
  applePay: 'Apple Pay',
  googlePay: 'Google Pay',
  payPal: 'PayPal',
  goCash: 'GoCash',
};

/** The phrases about an order that more than one of its screens says. */
export function useOrderTexts() {
  const { t, i18n } = useTranslation('orders');
  const period = (minutes: number) => formatDuration(minutes * minute, i18n.language);

  const methodName = ({ kind, brand, last4, label }: PaidWith): string => {
    const card = last4 === '' ? null : t(($) => $.card, { brand: cardBrandName(brand), last4 });
    const own = ownNames[kind];
    if (own === null) return card ?? cardBrandName(brand);
    const detail = card ?? label;
    return detail === null ? own : `${own} · ${detail}`;
  };

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
    method: (method: PaidWith | null) => (method === null ? null : methodName(method)),
  };
}
