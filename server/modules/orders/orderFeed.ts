import type { Order } from '../../../contract/orders.ts';
import type { Dependencies } from '../../dependencies.ts';
import { inTurn } from '../../http/limits/inTurn.ts';
import { findCurrentOrder, findOrder } from './findOrders.ts';

/**
 * Tells of a rider's orders as they change, beginning with the current one, so that nothing between
 * a page's first look and the open stream is missed. Each is read when it is sent: a burst of
 * changes is told once.
 *
 * @returns a function that stops it.
 */
export function followOrders(
  deps: Pick<Dependencies, 'db' | 'clock' | 'changes' | 'log'>,
  userId: string,
  send: (order: Order) => void,
): () => void {
  let stopped = false;
  const sendSoon = inTurn(
    async (orderId) => {
      const order = await findOrder(deps.db, userId, orderId, deps.clock.now());
      if (!stopped) send(order);
    },
    // The others are told all the same, and the client asks by itself every few seconds too.
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
    (error: unknown) => deps.log.error({ err: error, userId }, 'no current order to begin with'),
  );
  return () => {
    stopped = true;
    deps.changes.off('order', onChange);
  };
}
