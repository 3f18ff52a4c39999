import type { Order } from '../../../contract/orders.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createSerialQueue } from '../../http/limits/serialQueue.ts';
import { findCurrentOrder, findOrder } from './findOrders.ts';

/**
 * Sends a rider's changed orders. It starts with the current order, so that the client misses no
 * change between a page's first request and the open stream. Each order is read when it is sent, so
 * several quick changes are sent once.
 *
 * @returns a function that stops it.
 */
export function followOrders(
  deps: Pick<Dependencies, 'db' | 'clock' | 'changes' | 'log'>,
  userId: string,
  send: (order: Order) => void,
): () => void {
  let stopped = false;
  const sendSoon = createSerialQueue(
    async (orderId) => {
      const order = await findOrder(deps.db, userId, orderId, deps.clock.now());
      if (!stopped) send(order);
    },
    // The other orders are still sent, and the client polls every few seconds, too.
    (err, orderId) => deps.log.error({ err, userId, orderId }, 'an order event could not be sent'),
  );

  const onChange = (change: { userId: string; orderId: string }) => {
    if (change.userId === userId) sendSoon(change.orderId);
  };
  deps.changes.on('order', onChange);
  findCurrentOrder(deps.db, userId, deps.clock.now()).then(
    (order) => {
      if (order && !stopped) send(order);
    },
    (error: unknown) =>
      deps.log.error({ err: error, userId }, 'the current order could not be sent'),
  );
  return () => {
    stopped = true;
    deps.changes.off('order', onChange);
  };
}
