import type { Db, Trx } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';

export const reportsKeptMs = 540 * 24 * 60 * 60_000;

/** Deletes the texts that a user wrote to support, and the answers of support. */
export async function forgetReports(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('support_cases')
    .set({ answer: null })
    .where('user_id', '=', userId)
    .execute();
  await trx.deleteFrom('support_reports').where('user_id', '=', userId).execute();
}

/**
 * Deletes the answers to cases that were given more than `reportsKeptMs` ago. Also deletes the reports that were
 * answered more than `reportsKeptMs` ago, and the unanswered reports that were opened more than `reportsKeptMs` ago.
 */
export async function dropOldReports(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('support_cases')
    .set({ answer: null })
    .where('answered_at', '<', addMs(now, -reportsKeptMs))
    .where('answer', 'is not', null)
    .execute();
  await db
    .deleteFrom('support_reports')
    .where(({ fn }) => fn.coalesce('answered_at', 'created_at'), '<', addMs(now, -reportsKeptMs))
    .execute();
}
