import type { Trx } from '../../db/database.ts';

/**
 * Moves a guest's reports and cases to a rider, who can then read the answers and decisions. Cases without an order
 * would otherwise stay with the guest.
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
