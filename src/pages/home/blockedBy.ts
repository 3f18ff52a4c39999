import type { ErrorCode } from '../../../contract/errors.ts';
import type { Order } from '../../../contract/orders.ts';

/** Why nothing can be unlocked now: an order stands in the way. */
export type BlockedBy = Extract<ErrorCode, 'ongoingOrder' | 'unpaidOrder'>;

/** Why this order keeps its rider from the next one; undefined where it does not. */
export function blockedBy(order: Order): BlockedBy | undefined {
  if (order.status === 'complete') return undefined;
  return order.status === 'unpaid' || order.status === 'paying' ? 'unpaidOrder' : 'ongoingOrder';
}
