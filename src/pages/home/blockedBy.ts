import type { ErrorCode } from '../../../contract/errors.ts';
import type { Order } from '../../../contract/orders.ts';

/** The reason why an order blocks an unlock now. */
export type BlockedBy = Extract<ErrorCode, 'ongoingOrder' | 'ejectUnclear' | 'unpaidOrder'>;

/**
 * Returns the reason why this order blocks the next rental. Returns undefined if it does not block
 * the rental.
 */
export function blockedBy(order: Order): BlockedBy | undefined {
  if (order.status === 'complete') return undefined;
  if (order.heldUntil) return 'ejectUnclear';
  return order.status === 'unpaid' || order.status === 'paying' ? 'unpaidOrder' : 'ongoingOrder';
}
