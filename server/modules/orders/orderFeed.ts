import type { Order } from '../../../contract/orders.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createSerialQueue } from '../../http/limits/serialQueue.ts';
import { findCurrentOrder, findOrder } from './findOrders.ts';

/**
 * Sends the changed orders of a rider. It first sends the current order, so that the client misses no change
 * between the first request of a page and the start of the stream. Each order is read when it is sent, so
 * that several quick changes are sent once.
 *
 * @returns a function that stops the sending.
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
    // After this error, the feed still sends the other orders, and the client polls every few seconds, too.
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
