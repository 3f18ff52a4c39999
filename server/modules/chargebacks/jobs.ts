import type { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { retryAt, type Job, type JobOutcome } from '../../outbox/outbox.ts';
import { transact } from '../../db/unitOfWork.ts';
import { HintPayload, hintJobs } from '../payments/hints.ts';
import { paymentWithAuthorization } from '../payments/paymentQueries.ts';
import { openCase } from '../support/cases.ts';
import { applyReport } from './applyReport.ts';
import { registerEvidence } from './evidenceJobs.ts';
import { registerFraudWarnings } from './fraudWarnings.ts';
import type { ChargedOwners } from './owners.ts';
import type { PrintReceipt } from './receipts.ts';

/** The number of tries without an answer (in about five minutes) after which the job opens a support case. */
const triesUntilCase = 13;

/** Registers the jobs of chargebacks and fraud warnings in the outbox. */
export function registerChargebackJobs(
  deps: Dependencies,
  owners: ChargedOwners,
  print: PrintReceipt,
): void {
  deps.outbox.handle(hintJobs.chargeback, (payload, job) =>
    readChargeback(deps, HintPayload.parse(payload), job),
  );
  registerEvidence(deps, owners, print);
  registerFraudWarnings(deps, owners);
}

/** Reads a chargeback from the provider, because the webhook itself proves nothing. */
async function readChargeback(
  deps: Dependencies,
  { id }: z.infer<typeof HintPayload>,
  job: Job,
): Promise<JobOutcome> {
  const readAt = deps.clock.now();
  const result = await deps.payments.readChargeback({ chargeback: id });
  if (result.outcome === 'missing') return;
  if (result.outcome === 'unknown') {
    if (job.attempts === triesUntilCase) {
      await transact(deps, (work) =>
        openCase(work, { kind: 'moneyUnknown', key: id, details: { chargeback: id } }),
      );
    }
    return { againAt: retryAt(deps.clock, job.attempts) };
  }
  const payment = await paymentWithAuthorization(deps.db, result.authorization);
  if (!payment) return;
  const isApplied = await transact(deps, (work) =>
    applyReport(work, payment, deps.payments.name, result, readAt),
  );
  if (!isApplied) return { againAt: retryAt(deps.clock, job.attempts) };
}
