import type { Language } from '../../../contract/config.ts';
import type { NotificationKind } from '../../../contract/notifications.ts';
import type { RentalState } from '../../../contract/orders.ts';
import type { Db } from '../../db/database.ts';
import type { Database, NotificationDetails } from '../../db/schema.ts';
import { riderContacts } from '../auth/userQueries.ts';
import { notificationsWithNews } from '../notifications/presentNotification.ts';
import { rentalStates } from '../rentalRecords/rentalQueries.ts';
import { stationNames } from '../stations/stationQueries.ts';

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
  /** The time zone of the station. */
  readonly timeZone: string | null;
  readonly news: { readonly words: NewsWords; readonly link: string | null } | null;
}

type NewsWords = Database['news']['words']['__select__'];

/** Returns null if the notification or the rider was deleted. */
export async function findOutgoing(
  db: Db,
  notificationId: string,
): Promise<OutgoingNotification | null> {
  const row = await db
    .selectFrom(notificationsWithNews(db).as('notification'))
    .innerJoin(riderContacts(db).as('rider'), 'rider.id', 'notification.user_id')
    .leftJoin(rentalStates(db).as('rental'), 'rental.id', 'notification.rental_id')
    .leftJoin(stationNames(db).as('station'), 'station.id', 'notification.station_id')
    .selectAll('notification')
    .select(['rider.language', 'rental.state as rental_state'])
    .select(['station.name as station_name', 'station.time_zone'])
    .where('notification.id', '=', notificationId)
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
    timeZone: row.time_zone,
    news: row.words && { words: row.words, link: row.link },
  };
}
