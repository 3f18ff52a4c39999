import type { Trx } from '../../db/database.ts';

/** Deletes what a user was told. */
export async function forgetNotifications(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('notifications').where('user_id', '=', userId).execute();
}
