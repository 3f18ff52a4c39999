import { useTranslation } from 'react-i18next';
import type { Order } from '../../../contract/orders.ts';
import { Tag } from '../../ui/display/Tag.tsx';
import { orderPhase } from './orderPhase.ts';

/** The status of an order as a tag. */
export function StatusTag({ order }: { order: Pick<Order, 'state' | 'status'> }) {
  const { t } = useTranslation(['orders', 'messages']);
  switch (orderPhase(order)) {
    case 'preparing':
      return <Tag tone="info">{t(($) => $.history.preparing)}</Tag>;
    case 'out':
      return order.state === 'overdue' ? (
        <Tag tone="due">{t(($) => $.home.overdue)}</Tag>
      ) : (
        <Tag tone="charge">{t(($) => $.messages.charging)}</Tag>
      );
    case 'billing':
      return <Tag tone="info">{t(($) => $.history.billing)}</Tag>;
    case 'unpaid':
      return <Tag tone="due">{t(($) => $.messages.unpaid)}</Tag>;
    case 'paying':
      return <Tag tone="info">{t(($) => $.messages.paying)}</Tag>;
    case 'complete':
      return order.state === 'lost' ? (
        <Tag tone="neutral">{t(($) => $.history.lost)}</Tag>
      ) : (
        <Tag tone="neutral">{t(($) => $.history.complete)}</Tag>
      );
    case 'failed':
      return <Tag tone="neutral">{t(($) => $.history.notStarted)}</Tag>;
  }
}
