import type { Notification, NotificationList, Unread } from '../../../contract/notifications.ts';
import type { Db, Trx } from '../../db/database.ts';
import { ProblemError } from '../../http/problem.ts';
import { readCursor, writeCursor } from '../../http/answers/timeCursor.ts';
import { countUnpaid } from '../rentalRecords/rentalsOfRider.ts';
import { shownSince, notificationsOf, presentNotification } from './presentNotification.ts';

/**
 * A rider's notifications, the newest first.
 *
 * @throws {ProblemError} invalidInput for a damaged cursor, or a cursor of another list.
 */
export async function listNotifications(
  db: Db,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  now: Date,
): Promise<NotificationList> {
  const after = cursor === undefined ? null : readCursor('notifications', cursor);
  const rows = await notificationsOf(db, userId, now)
    .$if(after !== null, (query) =>
      query.where((of) =>
        of(
          of.refTuple('notifications.created_at', 'notifications.id'),
          '<',
          of.tuple(after?.at ?? now, after?.id ?? ''),
        ),
      ),
    )
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    notifications: shown.map(presentNotification),
    nextCursor:
      rows.length > limit && last
        ? writeCursor('notifications', { at: last.created_at, id: last.id })
        : null,
  };
}

/** @throws {ProblemError} notificationNotFound, also if the notification belongs to another rider. */
export async function findNotification(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<Notification> {
  const row = await notificationsOf(db, userId, now)
    .where('notifications.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new ProblemError('notificationNotFound');
  return presentNotification(row);
}

/** The numbers for the badge of the app's icon. */
export async function countUnread(db: Db | Trx, userId: string, now: Date): Promise<Unread> {
  return db
    .selectNoFrom((of) => [
      of
        .selectFrom('notifications')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('read_at', 'is', null)
        .where('created_at', '>', shownSince(now))
        .$asScalar()
        .$notNull()
        .as('notifications'),
      countUnpaid(db, userId).$asScalar().$notNull().as('unpaidOrders'),
    ])
    .executeTakeFirstOrThrow();
}

/** The kinds and times of the notifications about a rental, the oldest first. */
export function notificationsAbout(db: Db, rentalId: string) {
  return db
    .selectFrom('notifications')
    .select(['kind', 'created_at'])
    .where('rental_id', '=', rentalId)
    .orderBy('created_at')
    .execute();
}
