import type { Order } from '../../../../contract/orders.ts';
import { isWholeOrder } from '../../../../contract/rules/shapes/orderShape.ts';
import { readSessionId } from '../../../api/session.ts';
import { storePrivate, readPrivate } from '../../../api/privateCache.ts';

/** The highest number of orders that are stored for reading without a network. The newest orders are stored. */
const mostStored = 50;

/** The cache key of the list. The server has no such path. */
const key = '/kept-orders';

/** Reads the stored orders, newest first. Returns an empty list if nothing readable is stored. */
export async function readStoredOrders(): Promise<Order[]> {
  const stored = await readPrivate('private-orders', key, readSessionId());
  if (stored === null) return [];
  try {
    const orders: unknown = await stored.json();
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
    const stored = new Map((await readStoredOrders()).map((order) => [order.id, order]));
    const news = orders.slice(0, mostStored).filter((order) => isNews(order, stored.get(order.id)));
    if (news.length === 0) return;
    for (const order of news) stored.set(order.id, order);
    const newest = [...stored.values()]
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
      .slice(0, mostStored);
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
function isNews(order: Order, stored: Order | undefined): boolean {
  if (stored === undefined) return true;
  const age = Date.parse(order.now) - Date.parse(stored.now);
  return age >= freshMs || JSON.stringify({ ...order, now: stored.now }) !== JSON.stringify(stored);
}
