import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';

/** A rider's top-ups, for the file with all data about the rider. */
export async function topUpData(db: Db, userId: string): Promise<RiderData['topUps']> {
  const rows = await db
    .selectFrom('top_ups')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ number, state, currency, amount, bonus, created_at, credited_at }) => ({
    number,
    state,
    amount: { amount, currency },
    bonus: { amount: bonus, currency },
    createdAt: created_at.toISOString(),
    creditedAt: credited_at?.toISOString() ?? null,
  }));
}
