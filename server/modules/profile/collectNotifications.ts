import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';
import { notificationsOf, presentNotification } from '../notifications/presentNotification.ts';
import { findChosenSettings } from '../push/notificationSettings.ts';
import { subscriptionData } from '../push/riderData.ts';

/** Returns a rider's notifications, notification settings and browsers for push messages. */
export async function collectNotifications(
  db: Db,
  userId: string,
  now: Date,
): Promise<Pick<RiderData, 'notifications' | 'notificationSettings' | 'pushSubscriptions'>> {
  const rows = await notificationsOf(db, userId, now).orderBy('notifications.created_at').execute();
  return {
    notifications: rows.map(presentNotification),
    notificationSettings: await findChosenSettings(db, userId),
    pushSubscriptions: await subscriptionData(db, userId),
  };
}
