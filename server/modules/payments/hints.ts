import { z } from 'zod';
import type { UnitOfWork } from '../../unitOfWork.ts';

/** The jobs that read from the provider what a webhook is about. Other modules perform them. */
export const hintJobs = {
  chargeback: 'chargeback.read',
  fraudWarning: 'fraudWarning.read',
} as const;

export const HintPayload = z.object({
  /** The provider's own id of the chargeback or warning. */
  id: z.string(),
});

/** Each webhook has its own job: a job that is running may have read the state before it changed. */
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
