import type { Order } from '../../../contract/orders.ts';
import type { Dependencies } from '../../dependencies.ts';
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
  const waiting = new Set<string>();
  let sending = false;
  let stopped = false;

  async function sendWaiting(): Promise<void> {
    if (sending) return;
    sending = true;
    for (const orderId of waiting) {
      waiting.delete(orderId);
      try {
        const order = await findOrder(deps.db, userId, orderId, deps.clock.now());
        if (!stopped) send(order);
      } catch (error) {
        // The others are told all the same, and the client asks by itself every few seconds too.
        deps.log.error({ err: error, userId, orderId }, 'an order event could not be sent');
      }
    }
    sending = false;
  }

  const onChange = (change: { userId: string; orderId: string }) => {
    if (change.userId !== userId) return;
    waiting.add(change.orderId);
    void sendWaiting();
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
