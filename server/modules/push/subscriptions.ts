import type { Db, Trx } from '../../db/database.ts';
import { sessionAbsoluteMs, sessionIdleMs } from '../auth/session.ts';

/** The rider's subscriptions with active sessions; the last used first. */
export function liveSubscriptions(db: Db | Trx, userId: string, now: Date) {
  const before = (age: number) => new Date(now.getTime() - age);
  return (
    db
      .selectFrom('push_subscriptions')
      .innerJoin('sessions', 'sessions.id_hash', 'push_subscriptions.session_hash')
      .select(['push_subscriptions.id', 'endpoint', 'p256dh', 'auth'])
      .where('push_subscriptions.user_id', '=', userId)
      .where('sessions.state', '=', 'active')
      // An idle session is expired, although only its next use would store that.
      .where('sessions.last_seen_at', '>', before(sessionIdleMs))
      .where('sessions.created_at', '>', before(sessionAbsoluteMs))
      .orderBy('used_at', 'desc')
      .orderBy('push_subscriptions.id')
  );
}

/** Deletes the subscriptions of ended sessions, of one rider or of all. */
export async function dropEndedSubscriptions(db: Db | Trx, userId?: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('session_hash', 'in', (query) =>
      query.selectFrom('sessions').select('id_hash').where('state', '!=', 'active'),
    )
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .execute();
}

/** Deletes a user's notification settings and browsers. */
export async function forgetSubscriptions(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('notification_settings').where('user_id', '=', userId).execute();
  await trx.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute();
}
