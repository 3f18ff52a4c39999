import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import {
  notificationKinds,
  topicOf,
  type NotificationKind,
} from '../../../contract/notifications.ts';
import type { NotificationDetails } from '../../db/schema.ts';
import { enqueueEach } from '../../outbox/enqueueEach.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { registeredRiders } from '../auth/userQueries.ts';
import { deliverJob } from './deliverJob.ts';

export interface NewNotification {
  userId: string;
  kind: Exclude<NotificationKind, 'news'>;
  /**
   * The key of the event, such as the id of a rental. A second event with the same kind and key creates no
   * notification.
   */
  key: string;
  rentalId?: string;
  stationId?: string;
  details?: NotificationDetails;
}

/**
 * Notifies a rider, in the transaction of the event. The notification is then in the rider's list. If its kind has a
 * topic (`topicOf`), it is also sent to the rider's devices after the commit, according to the settings. Deleted
 * accounts are not notified.
 */
export function notify(work: UnitOfWork, notification: NewNotification): Promise<void> {
  return notifyAll(work, [notification]);
}

/** Like `notify`, but for several notifications in one statement. */
export async function notifyAll(
  work: UnitOfWork,
  notifications: readonly NewNotification[],
): Promise<void> {
  if (notifications.length === 0) return;
  const rows = notifications.map(({ userId, kind, key, rentalId, stationId, details = {} }) => ({
    id: randomUUID(),
    user_id: userId,
    kind,
    key: `${kind}:${key}`,
    rental_id: rentalId ?? null,
    station_id: stationId ?? null,
    details,
  }));
  const added = await sql<{ id: string; user_id: string }>`
    with added as (
      insert into notifications
        (id, user_id, kind, key, rental_id, station_id, details, created_at)
      select new.id, new.user_id, new.kind, new.key, new.rental_id, new.station_id,
        new.details, ${work.now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new
        (id uuid, user_id uuid, kind text, key text, rental_id uuid, station_id text, details jsonb)
      join ${registeredRiders(work.trx)} as rider on rider.id = new.user_id
      for key share of rider
      on conflict (key) do nothing
      returning id, user_id, kind
    ), decided as (${decideDeliveries(work.now, sql`added where kind = any(${deliveredKinds}::text[])`)})
    select id, user_id from added`.execute(work.trx);
  for (const { id, user_id } of added.rows) work.notified(user_id, id);
}

const deliveredKinds = notificationKinds.filter((kind) => topicOf[kind] !== null);

/**
 * SQL that enqueues the delivery of each notification in `ids`, within the statement that creates the notifications. It
 * has the same effect as `UnitOfWork.enqueue`.
 */
export function decideDeliveries(
  now: Date,
  ids: RawBuilder<unknown>,
  job = deliverJob,
): RawBuilder<unknown> {
  return enqueueEach(now, ids, {
    kind: job,
    keyPrefix: `${deliverJob}:`,
    field: 'notificationId',
  });
}
