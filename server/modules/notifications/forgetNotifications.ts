import type { Db, Trx } from '../../db/database.ts';
import { shownSince } from './presentNotification.ts';

/** Deletes a user's notifications. */
export async function forgetNotifications(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('notifications').where('user_id', '=', userId).execute();
}

/** Deletes notifications that are too old to be shown. */
export async function dropOldNotifications(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('notifications').where('created_at', '<=', shownSince(now)).execute();
}
