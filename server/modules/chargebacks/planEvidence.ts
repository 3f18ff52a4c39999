import { z } from 'zod';
import type { ChargebackStage } from '../../providers/payments/provider.ts';
import { addMs, type UnitOfWork } from '../../unitOfWork.ts';
import { openChargebackCase, type ChargebackRow } from './chargebackCases.ts';

export const evidenceJobs = {
  send: 'chargeback.sendEvidence',
  /**
   * A check before the deadline that the evidence was sent. If it was not sent, support can still send it.
   */
  check: 'chargeback.checkEvidence',
} as const;

export const EvidencePayload = z.object({
  id: z.uuid(),
  /** The stage of the chargeback. An inquiry that becomes a chargeback needs its evidence again. */
  stage: z.enum(['inquiry', 'needsEvidence']),
});
export type EvidenceStage = z.infer<typeof EvidencePayload>['stage'];

/** The time that support needs to send what the server could not send: one working day. */
export const personNeedsMs = 36 * 60 * 60_000;

/** Enqueues a job that sends the evidence, once in each stage, and a check before the deadline. */
export async function planEvidence(
  work: UnitOfWork,
  chargeback: ChargebackRow,
  stage: ChargebackStage,
): Promise<void> {
  if (stage !== 'inquiry' && stage !== 'needsEvidence') return;
  const { id, due_by } = chargeback;
  if (due_by === null || due_by <= work.now) {
    // It is too late for the server, but banks sometimes accept evidence that support sends.
    if (isAnswered(chargeback, stage)) return;
    return openChargebackCase(work, chargeback, 'chargebackEvidence', `${id}:${stage}`);
  }
  const payload: z.infer<typeof EvidencePayload> = { id, stage };
  await work.enqueue({
    kind: evidenceJobs.send,
    key: `${evidenceJobs.send}:${id}:${stage}`,
    payload,
  });
  await work.enqueue({
    kind: evidenceJobs.check,
    key: `${evidenceJobs.check}:${id}:${stage}`,
    payload,
    runAt: addMs(due_by, -personNeedsMs),
  });
}

/** Whether the evidence of this stage was sent. */
export function isAnswered(
  { answered_at, answered_inquiry_at }: ChargebackRow,
  stage: EvidenceStage,
): boolean {
  return (stage === 'inquiry' ? answered_inquiry_at : answered_at) !== null;
}
