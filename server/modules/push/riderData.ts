import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';

/**
 * A rider's browsers, for the file with all data about the rider. The file omits the keys, because
 * a reader of the file could send messages with these keys.
 */
export async function subscriptionData(
  db: Db,
  userId: string,
): Promise<RiderData['pushSubscriptions']> {
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
