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

/** Browsers of one rider; whose app subscribed longest ago makes room. */
const mostPerRider = 20;
/** An app subscribes at its start and after signing in; each time a name is looked up. */
const perHour = { name: 'push:rider', limit: 60, windowSeconds: 3600 };

/**
 * Has the rider's messages sent to a browser, as long as the session lasts. An endpoint is one browser:
 * whoever subscribes with it takes it over.
 *
 * @throws {ProblemError} `notFound` where nothing is pushed, `invalidInput`, `pushEndpointRefused`,
 *   `unavailable`, `tooManyRequests`.
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
    // Two at once would both find room.
    await lockUser(trx, userId);
    const of = { user_id: userId, session_hash: idHash, p256dh, auth, used_at: now };
    const { id } = await trx
      .insertInto('push_subscriptions')
      .values({ id: randomUUID(), endpoint, created_at: now, ...of })
      .onConflict((conflict) =>
        conflict.column('endpoint').doUpdateSet({
          ...of,
          // What was on its way to the former rider finds nothing.
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

/** @throws {ProblemError} `notFound`, also for a subscription of somebody else. */
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

/** Nothing can be encrypted for any other point. */
function isOnCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}
