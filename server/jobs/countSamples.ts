import type { Dependencies } from '../dependencies.ts';
import { sampleCounts } from '../modules/usualCounts/sampleCounts.ts';
import { transact, type UnitOfWork } from '../db/unitOfWork.ts';

const kind = 'counts.sample';
const hourMs = 60 * 60_000;

/**
 * Starts a job that samples the counts of all stations at the start of each hour. Only one of the processes takes the
 * samples. If the server does not run at that time, it takes the samples at its next start. An hour in which the server
 * never runs has no sample.
 */
export async function startCountSamples(deps: Dependencies): Promise<void> {
  deps.outbox.handle(
    kind,
    async () => {
      await sampleCounts(deps.db, deps.clock.now());
      await transact(deps, planNext);
    },
    { priority: 'low' },
  );
  await transact(deps, planNext);
}

async function planNext(work: UnitOfWork): Promise<void> {
  const runAt = new Date((Math.floor(work.now.getTime() / hourMs) + 1) * hourMs);
  await work.enqueue({ kind, key: `${kind}:${runAt.toISOString()}`, payload: {}, runAt });
}
