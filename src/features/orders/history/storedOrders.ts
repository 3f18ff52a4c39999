import type { Order } from '../../../../contract/orders.ts';
import { isWholeOrder } from '../../../../contract/rules/shapes/orderShape.ts';
import { readSessionId } from '../../../api/session.ts';
import { storePrivate, readPrivate } from '../../../api/privateCache.ts';

/** The highest number of orders that are stored for reading without a network. The newest orders are stored. */
const mostKept = 50;

/** The cache key of the list. The server has no such path. */
const key = '/kept-orders';

/** Reads the stored orders, newest first. Returns an empty list if nothing readable is stored. */
export async function readStoredOrders(): Promise<Order[]> {
  const kept = await readPrivate('private-orders', key, readSessionId());
  if (kept === null) return [];
  try {
    const orders: unknown = await kept.json();
    return Array.isArray(orders) ? orders.filter(isWholeOrder) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

let writing: Promise<void> = Promise.resolve();

/**
 * Stores orders from the server's answer, newest first. Each write first reads the stored orders, so the
 * writes run one after the other.
 */
export function storeOrders(orders: readonly Order[]): Promise<void> {
  const session = readSessionId();
  const write = async () => {
    const kept = new Map((await readStoredOrders()).map((order) => [order.id, order]));
    const news = orders.slice(0, mostKept).filter((order) => isNews(order, kept.get(order.id)));
    if (news.length === 0) return;
    for (const order of news) kept.set(order.id, order);
    const newest = [...kept.values()]
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
      .slice(0, mostKept);
    await storePrivate('private-orders', key, Response.json(newest), { session, most: 1 });
  };
  writing = writing.then(write, write);
  return writing;
}

/**
 * In milliseconds. If only `now`, the server time of the order, has changed, the order is stored
 * again only after this many milliseconds.
 */
const freshMs = 60_000;

/**
 * Whether the order must be stored. A running order is fetched often, and usually only `now` has
 * changed.
 */
function isNews(order: Order, kept: Order | undefined): boolean {
  if (kept === undefined) return true;
  const age = Date.parse(order.now) - Date.parse(kept.now);
  return age >= freshMs || JSON.stringify({ ...order, now: kept.now }) !== JSON.stringify(kept);
}
