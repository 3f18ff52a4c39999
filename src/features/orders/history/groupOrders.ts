import type { Order } from '../../../../contract/orders.ts';
import { orderPhase } from '../orderPhase.ts';

export interface OrderGroup {
  /** A time in the month; null for unpaid orders, which come first whatever their age. */
  month: string | null;
  orders: Order[];
}

/** Unpaid orders, then months, newest first as in the server's answer. Each order once. */
export function groupOrders(orders: readonly Order[]): OrderGroup[] {
  const groups = new Map<string | null, OrderGroup>();
  const seen = new Set<string>();
  const owed = orders.filter(isOwed);
  for (const order of [...owed, ...orders]) {
    // A new order shifts the pages: the last one of a page may repeat as the first of the next.
    if (seen.has(order.id)) continue;
    seen.add(order.id);
    const month = isOwed(order) ? null : monthOf(order.createdAt);
    const group = groups.get(month);
    if (group) group.orders.push(order);
    else groups.set(month, { month: month === null ? null : order.createdAt, orders: [order] });
  }
  return [...groups.values()];
}

function isOwed(order: Order): boolean {
  const phase = orderPhase(order);
  return phase === 'unpaid' || phase === 'paying';
}

/** Groups by the time zone of the device, in which times are displayed. */
function monthOf(at: string): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth()}`;
}
