import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';

/**
 * A rider's invites, for the file with all data about the rider. The file omits the names and ids of the other riders,
 * because they are personal data.
 */
export async function referralData(db: Db, userId: string): Promise<RiderData['referrals']> {
  const rows = await db
    .selectFrom('referrals')
    .select(['referrer_id', 'referrer_state', 'friend_state', 'amount', 'currency', 'created_at'])
    .where((or) => or.or([or('referrer_id', '=', userId), or('friend_id', '=', userId)]))
    .orderBy('created_at')
    .execute();
  return rows.map(({ referrer_id, referrer_state, friend_state, ...row }) => {
    const invited = referrer_id === userId;
    return {
      role: invited ? ('invited' as const) : ('friend' as const),
      amount: { amount: row.amount, currency: row.currency },
      state: invited ? referrer_state : friend_state,
      at: row.created_at.toISOString(),
    };
  });
}
