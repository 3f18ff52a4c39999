import { useTranslation } from 'react-i18next';
import type { PaidWith, PaymentMethod, PaymentMethodKind } from '../../../contract/payment.ts';
import { cardBrandName } from '../../../contract/rules/people/cardBrand.ts';
import { expiryAt, writtenExpiry } from './card/expiry.ts';

/** Names of payment methods, the same on all screens. */
export function useMethodTexts() {
  const { t } = useTranslation('payment');

  const kind = (of: PaymentMethodKind): string => {
    switch (of) {
      case 'card':
        return t(($) => $.kind.card);
      case 'applePay':
        return 'Apple Pay';
      case 'googlePay':
        return 'Google Pay';
      case 'payPal':
        return 'PayPal';
      case 'goCash':
        return 'GoCash';
    }
  };

  const card = ({ brand, last4 }: PaidWith) =>
    t(($) => $.method.ending, { brand: cardBrandName(brand), last4 });

  return {
    kind,
    /**
     * Returns the name of the method, such as `Visa ending 4242`, `Apple Pay · Visa ending 4242` or `PayPal`.
     */
    name(method: PaidWith): string {
      if (method.kind === 'card') return card(method);
      return method.last4 === '' ? kind(method.kind) : `${kind(method.kind)} · ${card(method)}`;
    },
    /** Returns the expiry date or the account of the method, or null if the method has neither. */
    detail(method: PaymentMethod, now: number): string | null {
      const expiry = expiryAt(method, now);
      if (expiry === null) return method.label;
      const date = writtenExpiry(method);
      switch (expiry) {
        case 'expired':
          return t(($) => $.method.expired, { date });
        case 'soon':
          return t(($) => $.method.expiresSoon, { date });
        case 'later':
          return t(($) => $.method.expires, { date });
      }
    },
  };
}
