import type { Trx } from '../../db/database.ts';

/** Moves a guest's notifications to a rider, except news, because the rider has got the same news. */
export async function moveNotifications(trx: Trx, guestId: string, userId: string): Promise<void> {
  await trx
    .updateTable('notifications')
    .set({ user_id: userId })
    .where('user_id', '=', guestId)
    .where('news_id', 'is', null)
    .execute();
}
