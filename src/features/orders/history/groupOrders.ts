import type { Order } from '../../../../contract/orders.ts';
import { orderPhase } from '../orderPhase.ts';

export interface OrderGroup {
  /** A time in the month. The value is null for the group of unpaid orders, which always comes first. */
  month: string | null;
  orders: Order[];
}

/**
 * Groups orders: unpaid orders first, then months. Keeps the order of the server's answer, which is
 * newest first. Each order occurs only once.
 */
export function groupOrders(orders: readonly Order[]): OrderGroup[] {
  const groups = new Map<string | null, OrderGroup>();
  const seen = new Set<string>();
  const owed = orders.filter(isOwed);
  for (const order of [...owed, ...orders]) {
    // Skip a repeated order. An owed order is in `owed` and in `orders`. An order that the rider
    // pays between two requests may be on two pages of the server's answer.
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

/** Returns the month in the time zone of the device, because the app displays times in that zone. */
function monthOf(at: string): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth()}`;
}
