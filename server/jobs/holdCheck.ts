import type { Dependencies } from '../dependencies.ts';
import { checkOldHolds } from '../modules/payments/checkOldHolds.ts';
import { addMs, transact, type UnitOfWork } from '../db/unitOfWork.ts';

const kind = 'holds.check';
const dayMs = 24 * 60 * 60_000;

/**
 * Starts a daily job that compares each hold that has not changed for a day with its state at the provider. Somebody
 * may have changed a hold in the provider's dashboard, and the webhook about it may have been lost. Only one of the
 * processes runs the job.
 */
export async function startHoldCheck(deps: Dependencies): Promise<void> {
  deps.outbox.handle(kind, async () => {
    await transact(deps, async (work) => {
      await checkOldHolds(work);
      await planNext(work);
    });
  });
  await transact(deps, planNext);
}

async function planNext(work: UnitOfWork): Promise<void> {
  const midnight = work.now.getTime() - (work.now.getTime() % dayMs);
  const runAt = addMs(new Date(midnight), dayMs);
  await work.enqueue({
    kind,
    key: `${kind}:${runAt.toISOString().slice(0, 10)}`,
    payload: {},
    runAt,
  });
}
