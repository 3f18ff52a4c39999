import type { OrdersDispatch } from './orderCache.ts';
import { cacheOrder } from './orderCache.ts';
import { ordersApi } from './ordersApi.ts';
import { isOrder } from './isOrder.ts';

const { getCurrentOrder } = ordersApi.endpoints;

/** Adds an order from the rider's event stream. Returns whether the event was an order. */
export function handleOrderEvent(dispatch: OrdersDispatch, name: string, data: unknown): boolean {
  if (name !== 'order' || !isOrder(data)) return false;
  dispatch(cacheOrder(data));
  return true;
}

/** The session ended: the next request reports it. */
export function askForCurrentOrder(dispatch: OrdersDispatch): void {
  void dispatch(getCurrentOrder.initiate(undefined, { subscribe: false, forceRefetch: true }));
}
