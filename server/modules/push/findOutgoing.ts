import type { Language } from '../../../contract/config.ts';
import type { NotificationKind } from '../../../contract/notifications.ts';
import type { RentalState } from '../../../contract/orders.ts';
import type { Db } from '../../db/database.ts';
import type { Database, NotificationDetails } from '../../db/schema.ts';

/** A notification with the data for its message outside of the app. */
export interface OutgoingNotification {
  readonly id: string;
  readonly userId: string;
  readonly language: Language;
  readonly kind: NotificationKind;
  readonly createdAt: Date;
  readonly readAt: Date | null;
  readonly details: NotificationDetails;
  readonly rentalId: string | null;
  readonly rentalState: RentalState | null;
  readonly stationId: string | null;
  readonly stationName: string | null;
  readonly news: { readonly words: NewsWords; readonly link: string | null } | null;
}

type NewsWords = Database['news']['words']['__select__'];

/** Null if the notification or the rider was deleted. */
export async function findOutgoing(
  db: Db,
  notificationId: string,
): Promise<OutgoingNotification | null> {
  const row = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .leftJoin('rentals', 'rentals.id', 'notifications.rental_id')
    .leftJoin('stations', 'stations.id', 'notifications.station_id')
    .leftJoin('news', 'news.id', 'notifications.news_id')
    .selectAll('notifications')
    .select(['users.language', 'rentals.state as rental_state', 'stations.name as station_name'])
    .select(['news.words', 'news.link'])
    .where('notifications.id', '=', notificationId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    userId: row.user_id,
    language: row.language,
    kind: row.kind,
    createdAt: row.created_at,
    readAt: row.read_at,
    details: row.details,
    rentalId: row.rental_id,
    rentalState: row.rental_state,
    stationId: row.station_id,
    stationName: row.station_name,
    news: row.words && { words: row.words, link: row.link },
  };
}
