import type { z } from 'zod';
import type { Db } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { retryAt, type Job, type JobOutcome } from '../../outbox/outbox.ts';
import { addMs, transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { acceptedTerms } from '../auth/terms.ts';
import { followHint } from '../payments/hints.ts';
import { paymentById } from '../payments/paymentQueries.ts';
import { addToCase } from '../support/cases.ts';
import { openChargebackCase, type ChargebackRow } from './chargebackCases.ts';
import { ownerOf, type ChargedOwners } from './owners.ts';
import {
  EvidencePayload,
  evidenceJobs,
  isAnswered,
  personNeedsMs,
  type EvidenceStage,
} from './planEvidence.ts';
import { uploadReceipt, type PrintReceipt } from './receipts.ts';

type Payload = z.infer<typeof EvidencePayload>;

/**
 * The job checks at this interval whether the rental has ended, because the evidence contains the return of the
 * charger.
 */
const waitMs = 6 * 60 * 60_000;

export function registerEvidence(
  deps: Dependencies,
  owners: ChargedOwners,
  print: PrintReceipt,
): void {
  deps.outbox.handle(evidenceJobs.send, (payload, job) =>
    sendEvidence(deps, { owners, print }, EvidencePayload.parse(payload), job),
  );
  deps.outbox.handle(evidenceJobs.check, (payload) =>
    checkEvidence(deps, EvidencePayload.parse(payload)),
  );
}

/**
 * Sends the evidence when the rental or the top-up is complete. If the rental or the top-up is still in progress
 * `personNeedsMs` before the deadline, the job stops.
 */
async function sendEvidence(
  deps: Dependencies,
  { owners, print }: { owners: ChargedOwners; print: PrintReceipt },
  { id, stage }: Payload,
  job: Job,
): Promise<JobOutcome> {
  const { db, clock, payments } = deps;
  const chargeback = await findChargeback(db, id);
  const { due_by } = chargeback;
  if (!isAwaited(chargeback, stage) || due_by === null || due_by <= clock.now()) return;
  const payment = await paymentById(db, chargeback.payment_id);
  const service = await ownerOf(owners, payment).evidence(db, payment);
  if (!service) {
    // At `checkAt`, another job opens a case for support, so this job need not wait longer.
    const checkAt = addMs(due_by, -personNeedsMs);
    const again = addMs(clock.now(), waitMs);
    if (clock.now() >= checkAt) return;
    return { againAt: again < checkAt ? again : checkAt, answered: true };
  }
  const receipt = await uploadReceipt(deps, print, { chargeback, payment, stage });
  if (receipt.state === 'pending') return { againAt: retryAt(clock, job.attempts) };
  const accepted = await acceptedTerms(db, chargeback.user_id, chargeback.created_at);
  const terms = accepted
    ? `The rider accepted the terms, version ${accepted.version}, at ${accepted.at.toISOString()}.`
    : 'The login page shows the terms, which each rider accepts by logging in.';
  const result = await payments.sendEvidence({
    key: `chargebackEvidence:${id}:${stage}`,
    chargeback: chargeback.provider_id,
    evidence: {
      ...service,
      terms,
      ...(receipt.state === 'uploaded' && { receipt: receipt.file }),
    },
  });
  switch (result.outcome) {
    case 'unknown':
      return { againAt: retryAt(clock, job.attempts) };
    case 'done':
      return transact(deps, async (work) => {
        await markAnswered(work, id, stage);
        if (receipt.state === 'failed') {
          const details = { receipt: 'notUploaded' };
          await addToCase(work, { kind: 'chargeback', key: id, details });
        }
        // The evidence changes the state of the chargeback at the provider. The server reads the chargeback again,
        // because the webhook about this change may be lost.
        const event = `evidence:${stage}`;
        await followHint(work, 'chargeback', { id: chargeback.provider_id, event });
      });
    case 'declined':
      return transact(deps, (work) => openEvidenceCase(work, id, stage));
  }
}

/** Opens a case for support if the bank still waits for the evidence of this stage, whatever the reason is. */
async function checkEvidence(deps: Dependencies, { id, stage }: Payload): Promise<void> {
  await transact(deps, async (work) => {
    if (isAwaited(await findChargeback(work.trx, id), stage)) {
      await openEvidenceCase(work, id, stage);
    }
  });
}

async function openEvidenceCase(work: UnitOfWork, id: string, stage: EvidenceStage): Promise<void> {
  const chargeback = await findChargeback(work.trx, id);
  await openChargebackCase(work, chargeback, 'chargebackEvidence', `${id}:${stage}`);
}

function isAwaited(chargeback: ChargebackRow, stage: EvidenceStage): boolean {
  const state = stage === 'inquiry' ? 'warned' : 'opened';
  return chargeback.state === state && !isAnswered(chargeback, stage);
}

async function markAnswered(work: UnitOfWork, id: string, stage: EvidenceStage): Promise<void> {
  await work.trx
    .updateTable('chargebacks')
    .set(stage === 'inquiry' ? { answered_inquiry_at: work.now } : { answered_at: work.now })
    .where('id', '=', id)
    .execute();
}

function findChargeback(db: Db, id: string): Promise<ChargebackRow> {
  return db.selectFrom('chargebacks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
