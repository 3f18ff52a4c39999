import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';

/** The changes of a rider's GoCash, for the file with all data about the rider. */
export async function movementData(db: Db, userId: string): Promise<RiderData['walletMovements']> {
  const rows = await db
    .selectFrom('wallet_movements')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ reason, currency, rental_id, created_at, ...row }) => ({
    reason,
    topUp: { amount: row.top_up, currency },
    bonus: { amount: row.bonus, currency },
    topUpAfter: { amount: row.top_up_after, currency },
    bonusAfter: { amount: row.bonus_after, currency },
    orderId: rental_id,
    at: created_at.toISOString(),
  }));
}
