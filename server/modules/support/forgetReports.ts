import type { Db, Trx } from '../../db/database.ts';
import { addMs } from '../../unitOfWork.ts';

export const reportsKeptMs = 540 * 24 * 60 * 60_000;

/** Deletes the texts that a user wrote to support. */
export async function forgetReports(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('support_reports').where('user_id', '=', userId).execute();
}

/** Deletes reports that were answered long ago, and reports that were never answered. */
export async function dropOldReports(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('support_reports')
    .where(({ fn }) => fn.coalesce('answered_at', 'created_at'), '<', addMs(now, -reportsKeptMs))
    .execute();
}
