import { z } from 'zod';
import type { Dependencies } from '../../../dependencies.ts';
import { retryAt } from '../../../outbox/outbox.ts';
import type { UnitOfWork } from '../../../unitOfWork.ts';
import { paymentJobs } from '../moves.ts';
import { noPersonalData } from './dropOldMethods.ts';

const DetachPayload = z.object({ methodId: z.uuid() });

/**
 * Removes all payment methods of a rider: in the database at once, at the provider after the commit. Only the data for
 * receipts remains. The caller must make sure that no payment is open.
 */
export async function detachCards(work: UnitOfWork, userId: string): Promise<void> {
  await work.trx
    .updateTable('payment_methods')
    .set({ removed_at: work.now })
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute();
  const methods = await work.trx
    .updateTable('payment_methods')
    .set({
      ...noPersonalData,
      is_default: false,
    })
    .where('user_id', '=', userId)
    .returning(['id', 'provider_card'])
    .execute();
  for (const { id: methodId, provider_card } of methods) {
    if (provider_card) await enqueueDetach(work, methodId);
  }
}

/** Enqueues the job that detaches a removed method at the provider. */
export async function enqueueDetach(work: UnitOfWork, methodId: string): Promise<void> {
  const payload: z.infer<typeof DetachPayload> = { methodId };
  await work.enqueue({ kind: paymentJobs.detach, key: `detach:${methodId}`, payload });
}

/** Registers the job that detaches a method at the provider, and then deletes the stored reference. */
export function registerDetaching(deps: Dependencies): void {
  deps.outbox.handle(paymentJobs.detach, async (payload, job) => {
    const { methodId } = DetachPayload.parse(payload);
    const { provider_card: card } = await deps.db
      .selectFrom('payment_methods')
      .select('provider_card')
      .where('id', '=', methodId)
      .executeTakeFirstOrThrow();
    if (!card) return;
    const result = await deps.payments.detach({ key: `detach:${methodId}`, card });
    if (result.outcome === 'unknown') return { againAt: retryAt(deps.clock, job.attempts) };
    if (result.outcome === 'declined') {
      throw new Error(
        `the provider refuses to detach payment method ${methodId}: ${result.reason}`,
      );
    }
    await deps.db
      .updateTable('payment_methods')
      .set({ provider_card: '' })
      .where('id', '=', methodId)
      .execute();
  });
}
