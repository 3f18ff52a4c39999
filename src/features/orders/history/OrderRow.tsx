import { memo } from 'react';
import type { Order } from '../../../../contract/orders.ts';
import { DateTime } from '../../../ui/display/DateTime.tsx';
import { Money } from '../../../ui/display/Money.tsx';
import { RowLink } from '../../../ui/link/RowLink.tsx';
import { orderPhase } from '../orderPhase.ts';
import styles from './OrderRow.module.css';
import { StatusTag } from '../StatusTag.tsx';
import { useOrderTexts } from '../useOrderTexts.ts';

const receiptOf = (id: string) => `/history/detail?orderId=${id}`;

export interface OrderRowProps {
  order: Order;
  /** The address that shows the order beside the list; undefined if the window is too narrow. */
  to?: string | undefined;
  /** Whether the order is shown beside the list. */
  isCurrent?: boolean;
  /** True to replace the order beside the list, so that Back returns to the list at once. */
  replace?: boolean;
}

/** The row is memoized, because there may be ten thousand rows. */
export const OrderRow = memo(function OrderRow({ order, to, isCurrent, replace }: OrderRowProps) {
  const texts = useOrderTexts();
  const { startedAt, returnedAt } = order;
  const preparing = orderPhase(order) === 'preparing';
  const duration =
    startedAt === null || returnedAt === null
      ? null
      : texts.duration(Date.parse(returnedAt) - Date.parse(startedAt));
  return (
    <RowLink
      to={preparing ? `/home/rent/preparing?orderId=${order.id}` : (to ?? receiptOf(order.id))}
      replace={replace && !preparing}
      current={isCurrent}
      label={order.station.name}
      detail={
        <span className={styles['detail']}>
          <span>
            <DateTime value={startedAt ?? order.createdAt} />
            {duration === null ? null : (
              <>
                {' · '}
                <span className="unbroken">{duration}</span>
              </>
            )}
          </span>
          <StatusTag order={order} />
        </span>
      }
      end={
        order.total === null ? null : (
          <Money value={order.due.amount > 0 ? order.due : order.total} />
        )
      }
    />
  );
});
