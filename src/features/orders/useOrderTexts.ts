import { useTranslation } from 'react-i18next';
import type { PaidWith, PaymentMethodKind } from '../../../contract/payment.ts';
import type { Tariff } from '../../../contract/rules/pricing/pricing.ts';
import { cardBrandName } from '../../../contract/rules/people/cardBrand.ts';
import { formatHours } from '../../lib/format/formatHours.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { formatDuration } from '../../../contract/rules/format/duration.ts';

/**
 * The brand names of payment methods, which are the same in every language. The name is null for cards,
 * because the data of a card contains its brand.
 */
const ownNames: Record<PaymentMethodKind, string | null> = {
  card: null,
  applePay: 'Apple Pay',
  googlePay: 'Google Pay',
  payPal: 'PayPal',
  goCash: 'GoCash',
};

/** Strings about an order that several screens use. */
export function useOrderTexts() {
  const { t, i18n } = useTranslation('orders');

  const methodName = ({ kind, brand, last4, label }: PaidWith): string => {
    const card = last4 === '' ? null : t(($) => $.card, { brand: cardBrandName(brand), last4 });
    const own = ownNames[kind];
    if (own === null) return card ?? cardBrandName(brand);
    const detail = card ?? label;
    return detail === null ? own : `${own} · ${detail}`;
  };

  return {
    /** Formats a duration that is given in minutes. */
    hours: (minutes: number) => formatHours(minutes, i18n.language),
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
