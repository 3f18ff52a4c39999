import type { Notification } from '../../../contract/notifications.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createSerialQueue } from '../../http/limits/serialQueue.ts';
import { findNotification } from './listNotifications.ts';

/**
 * Sends new notifications to the open pages of a rider.
 *
 * @returns a function that stops the sending.
 */
export function followNotifications(
  deps: Pick<Dependencies, 'db' | 'clock' | 'changes' | 'log'>,
  userId: string,
  send: (notification: Notification) => void,
): () => void {
  let stopped = false;
  const sendSoon = createSerialQueue(
    async (id) => {
      const notification = await findNotification(deps.db, userId, id, deps.clock.now());
      if (!stopped) send(notification);
    },
    // After this error, the client gets the notification when it reads the list.
    (err, id) => deps.log.error({ err, userId, notificationId: id }, 'an event could not be sent'),
  );
  const onChange = (change: { userId: string; notificationId: string }) => {
    if (change.userId === userId) sendSoon(change.notificationId);
  };
  deps.changes.on('notification', onChange);
  return () => {
    stopped = true;
    deps.changes.off('notification', onChange);
  };
}
