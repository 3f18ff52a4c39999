import type { Db, Trx } from '../../db/database.ts';
import { endedSessions, validSessions } from '../auth/session.ts';

/**
 * The subscriptions of a rider, without those of ended sessions. The most recently used
 * subscription is first.
 */
export function liveSubscriptions(db: Db | Trx, userId: string, now: Date) {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin(
      validSessions(db, now).as('session'),
      'session.id_hash',
      'push_subscriptions.session_hash',
    )
    .select(['push_subscriptions.id', 'endpoint', 'p256dh', 'auth'])
    .where('push_subscriptions.user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .orderBy('push_subscriptions.id');
}

/** Deletes the subscriptions of ended sessions, for one rider or for all riders. */
export async function dropEndedSubscriptions(db: Db | Trx, userId?: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('session_hash', 'in', endedSessions(db))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .execute();
}

/** Deletes a user's notification settings and browsers. */
export async function forgetSubscriptions(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('notification_settings').where('user_id', '=', userId).execute();
  await trx.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute();
}

/**
 * Deletes a subscription that the push service has ended. If the same browser has subscribed again since, the new
 * subscription stays.
 */
export async function forgetSubscription(
  db: Db,
  { id, auth }: { id: string; auth: string },
): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).where('auth', '=', auth).execute();
}
