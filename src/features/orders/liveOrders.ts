import type { OrdersDispatch } from './orderCache.ts';
import { cacheOrder } from './orderCache.ts';
import { ordersApi } from './ordersApi.ts';
import { isOrder } from './isOrder.ts';

const { getCurrentOrder } = ordersApi.endpoints;

/** Handles an event of the rider's event stream. Returns true if the event was an order. */
export function handleOrderEvent(dispatch: OrdersDispatch, name: string, data: unknown): boolean {
  if (name !== 'order' || !isOrder(data)) return false;
  dispatch(cacheOrder(data));
  return true;
}

/**
 * Requests the current order. Call this when the event stream reports that the session has ended:
 * the server answers with a 401, and the 401 ends the session in the app.
 */
export function askForCurrentOrder(dispatch: OrdersDispatch): void {
  void dispatch(getCurrentOrder.initiate(undefined, { subscribe: false, forceRefetch: true }));
}
