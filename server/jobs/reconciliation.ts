import type { Dependencies } from '../dependencies.ts';
import { reconcile } from '../modules/reconciliation/reconcile.ts';
import { reconciliationJob as kind } from '../modules/reconciliation/reconciliationJob.ts';
import { openCase } from '../modules/support/cases.ts';
import { retryAt } from '../outbox/outbox.ts';
import { nextTimeOfDay } from '../time/timeZones.ts';
import { transact, type UnitOfWork } from '../db/unitOfWork.ts';

/**
 * If the provider has not answered after this number of tries, the job opens a case. The tries take
 * about half an hour.
 */
const triesUntilCase = 40;

/**
 * Starts a job that compares the books with the payment provider once a day. Only one of the server's processes does
 * this each day. If the server was off for days, it compares the missed days at the next start.
 */
export async function startReconciliation(deps: Dependencies): Promise<void> {
  const plan = (work: UnitOfWork) => planNext(work, deps);
  deps.outbox.handle(
    kind,
    async (_payload, { key, attempts }) => {
      if (await reconcile(deps)) return transact(deps, plan);
      if (attempts >= triesUntilCase) {
        const details = { provider: deps.payments.name, difference: 'notCompared' };
        await transact(deps, (work) => openCase(work, { kind: 'booksDiffer', key, details }));
      }
      return { againAt: retryAt(deps.clock, attempts) };
    },
    { priority: 'low' },
  );
  await transact(deps, plan);
}

async function planNext(work: UnitOfWork, { settings }: Dependencies): Promise<void> {
  const { atMinute, timeZone } = settings.reconciliation;
  const runAt = nextTimeOfDay(work.now, atMinute, timeZone);
  await work.enqueue({ kind, key: `${kind}:${runAt.toISOString()}`, payload: {}, runAt });
}
