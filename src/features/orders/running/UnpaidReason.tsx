import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';
import { formatMoney } from '../../../../contract/rules/format/money.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { HelpLink } from '../../../ui/link/HelpLink.tsx';

/** The amount that the rider still owes, and why the last payment failed. */
export function UnpaidReason({ order }: { order: Pick<Order, 'id' | 'due' | 'paymentFailure'> }) {
  const { t } = useTranslation(['orders', 'errors']);
  const { id, due, paymentFailure } = order;
  return (
    <Banner tone="due">
      <h2>{t(($) => $.receipt.owed, { amount: formatMoney(due) })}</h2>
      {paymentFailure === null ? null : <p role="alert">{t(($) => $.errors[paymentFailure])}</p>}
      <HelpLink about="unpaidOrder" orderId={id} />
    </Banner>
  );
}
