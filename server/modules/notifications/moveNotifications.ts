import type { Trx } from '../../db/database.ts';

/**
 * Moves a guest's notifications to a rider. News does not move, because the server sends news to
 * the rider separately.
 */
export async function moveNotifications(trx: Trx, guestId: string, userId: string): Promise<void> {
  await trx
    .updateTable('notifications')
    .set({ user_id: userId })
    .where('user_id', '=', guestId)
    .where('news_id', 'is', null)
    .execute();
}
