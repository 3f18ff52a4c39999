import { z } from 'zod';
import type { ChargebackStage } from '../../providers/payments/provider.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { openChargebackCase, type ChargebackRow } from './chargebackCases.ts';

export const evidenceJobs = {
  send: 'chargeback.sendEvidence',
  /**
   * Checks before the deadline whether the evidence was sent. If not, support still has time to send it.
   */
  check: 'chargeback.checkEvidence',
} as const;

export const EvidencePayload = z.object({
  id: z.uuid(),
  /** The stage of the chargeback. If an inquiry becomes a chargeback, the server must send the evidence again. */
  stage: z.enum(['inquiry', 'needsEvidence']),
});
export type EvidenceStage = z.infer<typeof EvidencePayload>['stage'];

/**
 * This long before the deadline, support gets a case if the server has not sent the evidence. This time leaves support
 * one working day.
 */
export const personNeedsMs = 36 * 60 * 60_000;

/**
 * If the bank waits for evidence in this stage, enqueues two jobs. One sends the evidence, and one checks before the
 * deadline whether it was sent. If the deadline is unknown or has passed, opens a case for support instead, unless the
 * evidence was already sent.
 */
export async function planEvidence(
  work: UnitOfWork,
  chargeback: ChargebackRow,
  stage: ChargebackStage,
): Promise<void> {
  if (stage !== 'inquiry' && stage !== 'needsEvidence') return;
  const { id, due_by } = chargeback;
  if (due_by === null || due_by <= work.now) {
    // The deadline is missing or has passed, so the server sends nothing. But banks sometimes accept late evidence from
    // support.
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
