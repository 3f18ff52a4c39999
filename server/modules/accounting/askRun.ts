import { ReconciliationAsked } from '../../../contract/operators/accounting.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { askReconciliation } from '../reconciliation/reconciliationJob.ts';

const Asked = ReconciliationAsked.pick({ askedAt: true });

/**
 * Enqueues a comparison of the books with the payment provider. The daily comparison still runs.
 *
 * @throws {OpsError} keyReused.
 */
export function askRun(work: UnitOfWork, provider: string, act: Act): Promise<ReconciliationAsked> {
  return actOnce(work, { action: 'reconciliation.run', subject: provider }, act, {
    async run() {
      await askReconciliation(work, act.key);
      const askedAt = work.now.toISOString();
      return { answer: { askedAt }, made: { askedAt } };
    },
    again: async ({ details }) => Asked.parse(details),
  });
}
