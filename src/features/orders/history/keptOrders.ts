import type { Order } from '../../../../contract/orders.ts';
import { isWholeOrder } from '../../../../contract/rules/shapes/orderShape.ts';
import { readSessionId } from '../../../api/session.ts';
import { keepPrivate, readPrivate } from '../../../api/privateCache.ts';

/** So many of the newest orders are kept, with their receipts, to be read without a network. */
const mostKept = 50;

/** One list, which is no address of anything. */
const key = '/kept-orders';

/** Newest first; empty where nothing is kept, or nothing that can be read. */
export async function readKeptOrders(): Promise<Order[]> {
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
 * Keeps what the server said of these orders, the newest first, one after the other: each reads what is
 * there.
 */
export function keepOrders(orders: readonly Order[]): Promise<void> {
  const session = readSessionId();
  const write = async () => {
    const kept = new Map((await readKeptOrders()).map((order) => [order.id, order]));
    const news = orders.slice(0, mostKept).filter((order) => isNews(order, kept.get(order.id)));
    if (news.length === 0) return;
    for (const order of news) kept.set(order.id, order);
    const newest = [...kept.values()]
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
      .slice(0, mostKept);
    await keepPrivate('private-orders', key, Response.json(newest), { session, most: 1 });
  };
  writing = writing.then(write, write);
  return writing;
}

/** How old what is kept may be said to be where nothing else has changed. */
const freshMs = 60_000;

/** An order that is followed is answered every few seconds, mostly the same but for the time. */
function isNews(order: Order, kept: Order | undefined): boolean {
  if (kept === undefined) return true;
  const age = Date.parse(order.now) - Date.parse(kept.now);
  return age >= freshMs || JSON.stringify({ ...order, now: kept.now }) !== JSON.stringify(kept);
}
