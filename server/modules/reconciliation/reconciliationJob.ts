import type { UnitOfWork } from '../../db/unitOfWork.ts';

/** The kind of the jobs that compare the books with the payment provider. */
export const reconciliationJob = 'reconciliation';

/** Enqueues a comparison of the books now, besides the daily comparison. `key` is unique for the request. */
export async function askReconciliation(work: UnitOfWork, key: string): Promise<void> {
  await work.enqueue({
    kind: reconciliationJob,
    key: `${reconciliationJob}:asked:${key}`,
    payload: {},
  });
}
