import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { HelpLink } from '../../../ui/link/HelpLink.tsx';

/** Explains why the last payment failed. */
export function UnpaidReason({ order }: { order: Pick<Order, 'id' | 'paymentFailure'> }) {
  const { t } = useTranslation('errors');
  const { id, paymentFailure } = order;
  return paymentFailure === null ? null : (
    <Banner tone="due">
      <p role="alert">{t(($) => $[paymentFailure])}</p>
      <HelpLink about="unpaidOrder" orderId={id} />
    </Banner>
  );
}
