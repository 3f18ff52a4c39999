import type { Dependencies } from '../dependencies.ts';
import { openCase } from '../modules/support/cases.ts';
import { transact } from '../db/unitOfWork.ts';

type Needed = Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'log'>;

/** Opens a support case for each job that fails again and again. The outbox still retries the job. */
export function reportStuckJobs(deps: Needed): void {
  deps.outbox.onStuck(async ({ kind, key, attempts }) => {
    await transact(deps, (work) =>
      openCase(work, { kind: 'jobStuck', key, details: { kind, key, attempts } }),
    );
  });
}
