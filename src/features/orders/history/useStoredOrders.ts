import { useEffect } from 'react';
import type { Order } from '../../../../contract/orders.ts';
import { api } from '../../../api/api.ts';
import { storeOrders, readStoredOrders } from './storedOrders.ts';

const storedOrdersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Reads the rider's orders that are stored on this device. Sends no request. */
    getStoredOrders: build.query<Order[], void>({
      queryFn: async () => ({ data: await readStoredOrders() }),
      keepUnusedDataFor: 0,
    }),
  }),
});

/** Stores the orders for use without a network. */
export function useStoreOrders(orders: readonly Order[] | undefined): void {
  useEffect(() => {
    if (orders !== undefined && orders.length > 0) void storeOrders(orders);
  }, [orders]);
}

export interface StoredOrders {
  orders: Order[];
  /** When the server last answered about any of the orders, in milliseconds since the epoch. */
  at: number;
}

/** Returns the stored orders, or null until they are read. Reads the orders only if the page needs them. */
export function useStoredOrders(isNeeded: boolean): StoredOrders | null {
  const { currentData } = storedOrdersApi.useGetStoredOrdersQuery(undefined, {
    skip: !isNeeded,
    refetchOnMountOrArgChange: true,
  });
  if (!isNeeded || currentData === undefined) return null;
  return { orders: currentData, at: Math.max(0, ...currentData.map(({ now }) => Date.parse(now))) };
}
