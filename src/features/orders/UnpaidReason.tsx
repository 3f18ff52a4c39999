import { useTranslation } from 'react-i18next';
import type { Order } from '../../../contract/orders.ts';
import { Banner } from '../../ui/Banner.tsx';

/** Why the last charge failed. */
export function UnpaidReason({ order }: { order: Pick<Order, 'paymentFailure'> }) {
  const { t } = useTranslation('errors');
  const { paymentFailure } = order;
  return paymentFailure === null ? null : (
    <Banner tone="due">
      <p role="alert">{t(($) => $[paymentFailure])}</p>
    </Banner>
  );
}
