import type { OrdersDispatch } from './orderCache.ts';
import { keepOrder } from './orderCache.ts';
import { ordersApi } from './ordersApi.ts';
import { isOrder } from './isOrder.ts';

const { getCurrentOrder } = ordersApi.endpoints;

/** Takes in what the rider's event stream tells of an order. Answers whether it did. */
export function takeOrderEvent(dispatch: OrdersDispatch, name: string, data: unknown): boolean {
  if (name !== 'order' || !isOrder(data)) return false;
  dispatch(keepOrder(data));
  return true;
}

/** The session ended: whoever asks is told so. */
export function askForCurrentOrder(dispatch: OrdersDispatch): void {
  void dispatch(getCurrentOrder.initiate(undefined, { subscribe: false, forceRefetch: true }));
}
