import type { Order } from '../../../../contract/orders.ts';

/** Whether support can be asked about what this order cost. */
export function canDispute({
  dispute,
  total,
  paid,
}: Pick<Order, 'dispute' | 'total' | 'paid'>): boolean {
  return dispute === null && total !== null && paid.amount > 0;
}
