import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';

/** The chargebacks of a rider's payments, for the file with all data about the rider. */
export async function chargebackData(
  db: Db,
  userId: string,
): Promise<NonNullable<RiderData['chargebacks']>> {
  const rows = await db
    .selectFrom('chargebacks')
    .select(['amount', 'currency', 'state', 'reason', 'rental_id'])
    .select(['created_at', 'answered_inquiry_at', 'answered_at', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    amount: { amount: row.amount, currency: row.currency },
    state: row.state,
    reason: row.reason,
    orderId: row.rental_id,
    openedAt: row.created_at.toISOString(),
    evidenceSentAt: (row.answered_at ?? row.answered_inquiry_at)?.toISOString() ?? null,
    changedAt: row.changed_at.toISOString(),
  }));
}
