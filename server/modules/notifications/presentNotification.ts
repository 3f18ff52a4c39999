import type { Selectable } from 'kysely';
import type { Notification } from '../../../contract/notifications.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { orderNumbers } from '../rentalRecords/rentalQueries.ts';
import { stationNames } from '../stations/stationQueries.ts';

export const notificationsKeptMs = 90 * 24 * 60 * 60_000;

/**
 * The earliest time of notifications that are shown. Older notifications are hidden, and are deleted later.
 */
export function shownSince(now: Date): Date {
  return addMs(now, -notificationsKeptMs);
}

type Row = Pick<
  Selectable<Database['notifications']>,
  'id' | 'kind' | 'created_at' | 'read_at' | 'rental_id' | 'station_id' | 'details'
> & {
  order_number: string | null;
  station_name: string | null;
  words: Selectable<Database['news']>['words'] | null;
  link: string | null;
};

/** Selects all notifications. A notification about news also gets the text of the news. Callers extend this query. */
export function notificationsWithNews(db: Db) {
  return db
    .selectFrom('notifications')
    .leftJoin('news', 'news.id', 'notifications.news_id')
    .selectAll('notifications')
    .select(['news.words', 'news.link']);
}

/**
 * A rider's visible notifications, each with the number of its order, the name of its station, and the text of its
 * news.
 */
export function notificationsOf(db: Db | Trx, userId: string, now: Date) {
  return db
    .selectFrom(notificationsWithNews(db).as('notifications'))
    .leftJoin(orderNumbers(db).as('rental'), 'rental.id', 'notifications.rental_id')
    .leftJoin(stationNames(db).as('station'), 'station.id', 'notifications.station_id')
    .selectAll('notifications')
    .select(['rental.number as order_number', 'station.name as station_name'])
    .where('notifications.user_id', '=', userId)
    .where('notifications.created_at', '>', shownSince(now));
}

export function presentNotification(row: Row): Notification {
  const { id, kind, rental_id, order_number, station_id, station_name, details, words } = row;
  return {
    id,
    kind,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
    order: rental_id && order_number ? { id: rental_id, number: order_number } : null,
    station: station_id && station_name !== null ? { id: station_id, name: station_name } : null,
    slot: details.slot ?? null,
    amount: details.amount ?? null,
    bonus: details.bonus ?? null,
    dueAt: details.dueAt ?? null,
    wants: details.wants ?? null,
    outcome: details.outcome ?? null,
    ...(details.waived && { waived: true }),
    news: words && { ...words, link: row.link },
  };
}
