import type { Trx } from '../../db/database.ts';

/** Moves a guest's reports to a rider, who then reads the answers. */
export async function moveReports(trx: Trx, guestId: string, userId: string): Promise<void> {
  await trx
    .updateTable('support_reports')
    .set({ user_id: userId })
    .where('user_id', '=', guestId)
    .execute();
}
