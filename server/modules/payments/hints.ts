import { z } from 'zod';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

/**
 * The jobs that read a chargeback or fraud warning from the provider after a webhook. Other modules perform these jobs.
 */
export const hintJobs = {
  chargeback: 'chargeback.read',
  fraudWarning: 'fraudWarning.read',
} as const;

export const HintPayload = z.object({
  /** The provider's id of the chargeback or the fraud warning. */
  id: z.string(),
});

/**
 * Enqueues a job that reads a chargeback or fraud warning from the provider. Each webhook gets its
 * own job, because a job that is already running may have read the object before the change that
 * the webhook reports.
 */
export function followHint(
  work: UnitOfWork,
  about: keyof typeof hintJobs,
  hint: { id: string; event: string; runAt?: Date },
): Promise<void> {
  const payload: z.infer<typeof HintPayload> = { id: hint.id };
  return work.enqueue({
    kind: hintJobs[about],
    key: `${hintJobs[about]}:${hint.id}:${hint.event}`,
    payload,
    ...(hint.runAt && { runAt: hint.runAt }),
  });
}
