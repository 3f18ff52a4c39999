import type { Trx } from '../../db/database.ts';

/** Deletes what a user wrote to support. */
export async function forgetReports(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('support_reports').where('user_id', '=', userId).execute();
}
