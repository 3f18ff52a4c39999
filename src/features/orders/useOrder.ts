import { useMemo } from 'react';
import type { Order } from '../../../contract/orders.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { usePolling } from '../../lib/device/heartbeat.ts';
import { orderPollMs } from './orderPhase.ts';
import { useGetOrderQuery } from './ordersApi.ts';
import { useStoreOrders, useStoredOrders } from './history/useStoredOrders.ts';

export type OrderView =
  | { status: 'loading' }
  | {
      status: 'ready';
      order: Order;
      /**
       * If the last request failed: when the server sent the order, in milliseconds since the
       * epoch. In all other cases, the value is null.
       */
      oldFrom: number | null;
    }
  | { status: 'error'; code: ReturnType<typeof apiErrorCode>; retry: () => void };

/**
 * Gets an order by its id, and polls it as often as its state requires. If the server does not
 * answer, gets the order that is stored on this device.
 */
export function useOrder(id: string): OrderView {
  const { data, error, refetch } = useGetOrderQuery(id, {
    refetchOnFocus: true,
    refetchOnMountOrArgChange: true,
  });
  usePolling(orderPollMs(data), refetch);
  const answered = useMemo(() => (data === undefined ? undefined : [data]), [data]);
  useStoreOrders(answered);
  const isUnreached =
    data === undefined && error !== undefined && apiErrorCode(error) === 'network';
  const stored = useStoredOrders(isUnreached);
  const order = data ?? stored?.orders.find((one) => one.id === id);
  if (order !== undefined) {
    return { status: 'ready', order, oldFrom: error === undefined ? null : Date.parse(order.now) };
  }
  if (error === undefined || (isUnreached && stored === null)) return { status: 'loading' };
  return { status: 'error', code: apiErrorCode(error), retry: () => void refetch() };
}
