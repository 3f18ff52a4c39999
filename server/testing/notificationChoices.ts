import { randomUUID } from 'node:crypto';
import type { NotificationSettings } from '../../contract/notifications.ts';
import { paths } from '../../contract/paths.ts';
import { hashSessionId } from '../modules/auth/session.ts';
import type { Rider, TestApp } from './app.ts';

export const quietRider: NotificationSettings = {
  push: {
    rental: true,
    money: true,
    reminders: false,
    availability: true,
    rewards: false,
    news: false,
  },
  quietHours: { from: '22:00', to: '07:00', timeZone: 'America/Chicago' },
  showDetails: false,
  receiptBy: 'none',
};

/** Saves a rider's notification settings, subscribes a browser, and sets a watch at a station. */
export async function chooseNotifications(
  app: TestApp,
  rider: Rider,
  stationId: string,
): Promise<void> {
  const { sessionId: session, userId } = rider;
  await app.call(paths.notificationSettings, { method: 'PUT', session, body: quietRider });
  const body = { stationId, wants: 'freeSlot' };
  await app.call(paths.watches, { method: 'POST', session, body });
  await app.deps.db
    .insertInto('push_subscriptions')
    .values({
      id: randomUUID(),
      user_id: userId,
      session_hash: hashSessionId(session),
      endpoint: `https://push.example/${userId}`,
      p256dh: 'public',
      auth: 'secret-of-the-browser',
      created_at: app.deps.clock.now(),
      used_at: app.deps.clock.now(),
    })
    .execute();
}
