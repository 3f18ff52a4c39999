import type { Trx } from '../../db/database.ts';

/**
 * Moves a guest's reports and cases to a rider, who then reads the answers and the decisions. A case about no
 * order has no other way to its rider.
 */
export async function moveReports(trx: Trx, guestId: string, userId: string): Promise<void> {
  await trx
    .updateTable('support_cases')
    .set({ user_id: userId })
    .where('user_id', '=', guestId)
    .execute();
  await trx
    .updateTable('support_reports')
    .set({ user_id: userId })
    .where('user_id', '=', guestId)
    .execute();
}
