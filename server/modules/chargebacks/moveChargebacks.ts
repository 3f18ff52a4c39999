import type { Trx } from '../../db/database.ts';

/** Moves a guest's chargebacks to a rider, so that they freeze the rider's account. */
export async function moveChargebacks(trx: Trx, guestId: string, userId: string): Promise<void> {
  await trx
    .updateTable('chargebacks')
    .set({ user_id: userId })
    .where('user_id', '=', guestId)
    .execute();
}
