import type { Order } from '../../../contract/orders.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { orderPollMs } from './orderPhase.ts';
import { ordersApi, useGetOrderQuery } from './ordersApi.ts';

export type OrderView =
  | { status: 'loading' }
  | { status: 'ready'; order: Order; stale: boolean }
  | { status: 'error'; code: ReturnType<typeof apiErrorCode>; retry: () => void };

/** One order, followed as closely as its state asks. */
export function useOrder(id: string): OrderView {
  const known = ordersApi.endpoints.getOrder.useQueryState(id);
  const { data, error, refetch } = useGetOrderQuery(id, {
    pollingInterval: orderPollMs(known.data),
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: true,
  });
  if (data !== undefined) return { status: 'ready', order: data, stale: error !== undefined };
  if (error === undefined) return { status: 'loading' };
  return { status: 'error', code: apiErrorCode(error), retry: () => void refetch() };
}
