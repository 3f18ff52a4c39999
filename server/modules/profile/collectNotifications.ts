import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';
import { notificationsOf, presentNotification } from '../notifications/presentNotification.ts';
import { findChosenSettings } from '../push/notificationSettings.ts';

/** A rider's notifications, settings and browsers. */
export async function collectNotifications(
  db: Db,
  userId: string,
  now: Date,
): Promise<Pick<RiderData, 'notifications' | 'notificationSettings' | 'pushSubscriptions'>> {
  const rows = await notificationsOf(db, userId, now).orderBy('notifications.created_at').execute();
  return {
    notifications: rows.map(presentNotification),
    notificationSettings: await findChosenSettings(db, userId),
    pushSubscriptions: await subscriptionsOf(db, userId),
  };
}

/** Without the keys with which others could send to the browser. */
async function subscriptionsOf(db: Db, userId: string): Promise<RiderData['pushSubscriptions']> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ endpoint, created_at, used_at }) => ({
    service: new URL(endpoint).host,
    addedAt: created_at.toISOString(),
    usedAt: used_at.toISOString(),
  }));
}
