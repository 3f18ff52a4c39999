import { useEffect } from 'react';
import type { Order } from '../../../../contract/orders.ts';
import { api } from '../../../api/api.ts';
import { keepOrders, readKeptOrders } from './keptOrders.ts';

const keptOrdersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What this device kept of the rider's orders; asks nobody. */
    getKeptOrders: build.query<Order[], void>({
      queryFn: async () => ({ data: await readKeptOrders() }),
      keepUnusedDataFor: 0,
    }),
  }),
});

/** Keeps what was answered for the times without a network. */
export function useKeepOrders(orders: readonly Order[] | undefined): void {
  useEffect(() => {
    if (orders !== undefined && orders.length > 0) void keepOrders(orders);
  }, [orders]);
}

export interface KeptOrders {
  orders: Order[];
  /** When the server last spoke of any of them, in milliseconds since the epoch. */
  at: number;
}

/** What this device kept, where it is asked for because the server cannot be; null while it is read. */
export function useKeptOrders(isNeeded: boolean): KeptOrders | null {
  const { currentData } = keptOrdersApi.useGetKeptOrdersQuery(undefined, {
    skip: !isNeeded,
    refetchOnMountOrArgChange: true,
  });
  if (!isNeeded || currentData === undefined) return null;
  return { orders: currentData, at: Math.max(0, ...currentData.map(({ now }) => Date.parse(now))) };
}
