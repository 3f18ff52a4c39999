import type { ReadNotifications, Unread } from '../../../contract/notifications.ts';
import { hasAnyId } from '../../db/hasAnyId.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { countUnread } from './listNotifications.ts';

/**
 * Marks some notifications of a rider as read, or all notifications up to a time. Returns the number of notifications
 * that are still unread, and the number of unpaid orders.
 */
export async function readNotifications(
  { trx, now }: UnitOfWork,
  userId: string,
  seen: ReadNotifications,
): Promise<Unread> {
  const unread = trx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null);
  await (
    'ids' in seen
      ? unread.where(hasAnyId('id', seen.ids))
      : unread.where('created_at', '<=', new Date(seen.upTo))
  ).execute();
  return countUnread(trx, userId, now);
}
