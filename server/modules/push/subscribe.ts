import { ECDH, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SubscribePush } from '../../../contract/notifications.ts';
import { inTransaction } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import type { RequestSession } from '../../http/requests/requestState.ts';
import { lockUser } from '../auth/users.ts';
import { dropEndedSubscriptions } from './subscriptions.ts';

/** The maximum number of browsers of a rider. A further browser replaces the least recently used browser. */
const mostPerRider = 20;
/** Limits subscriptions, because each one needs a DNS lookup. The app subscribes at each start and after a sign-in. */
const perHour = { name: 'push:rider', limit: 60, windowSeconds: 3600 };

/**
 * Subscribes a browser to the rider's messages until the session ends. Each browser has its own endpoint. The browser
 * gets the messages of the rider who most recently subscribed with this endpoint.
 *
 * @throws {ProblemError} `notFound` if push is not configured, `invalidInput`, `pushEndpointRefused`, `unavailable`,
 * `tooManyRequests`.
 */
export async function subscribe(
  { db, clock, push }: Pick<Dependencies, 'db' | 'clock' | 'push'>,
  { userId, idHash }: RequestSession,
  { endpoint, keys: { p256dh, auth } }: SubscribePush,
): Promise<{ id: string }> {
  if (!push) throw new ProblemError('notFound');
  const now = clock.now();
  await countCall(db, perHour, userId, now);
  if (!isOnCurve(p256dh)) throw new ProblemError('invalidInput', { fields: ['body.keys.p256dh'] });
  const verdict = await push.check(endpoint);
  if (verdict === 'refused') {
    throw new ProblemError('pushEndpointRefused', { fields: ['body.endpoint'] });
  }
  if (verdict === 'unresolved') throw new ProblemError('unavailable', { retryAfter: 30 });
  return inTransaction(db, async (trx) => {
    // Without this lock, two concurrent calls could together exceed the limit.
    await lockUser(trx, userId);
    const of = { user_id: userId, session_hash: idHash, p256dh, auth, used_at: now };
    const { id } = await trx
      .insertInto('push_subscriptions')
      .values({ id: randomUUID(), endpoint, created_at: now, ...of })
      .onConflict((conflict) =>
        conflict.column('endpoint').doUpdateSet({
          ...of,
          // If the rider changes, the row gets a new id, so that pending messages of the previous rider find no row.
          id: sql<string>`case when push_subscriptions.user_id = excluded.user_id
            then push_subscriptions.id else excluded.id end`,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await dropEndedSubscriptions(trx, userId);
    await trx
      .deleteFrom('push_subscriptions')
      .where('id', 'in', (query) =>
        query
          .selectFrom('push_subscriptions')
          .select('id')
          .where('user_id', '=', userId)
          .orderBy('used_at', 'desc')
          .orderBy(sql`id = ${id}`, 'desc')
          .offset(mostPerRider),
      )
      .execute();
    return { id };
  });
}

/** @throws {ProblemError} `notFound`, also for a subscription of another rider. */
export async function unsubscribe(
  { db }: Pick<Dependencies, 'db'>,
  userId: string,
  id: string,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new ProblemError('notFound');
}

/** Whether the key is a point on the curve. With another point, the encryption would fail. */
function isOnCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
