import type { Order } from '../../../../contract/orders.ts';

/** Whether the rider can dispute the cost of this order. */
export function canDispute({
  dispute,
  total,
  paid,
  due,
}: Pick<Order, 'dispute' | 'total' | 'paid' | 'due'>): boolean {
  return dispute === null && total !== null && (paid.amount > 0 || due.amount > 0);
}
