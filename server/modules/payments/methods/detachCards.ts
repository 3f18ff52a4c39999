import { z } from 'zod';
import type { Dependencies } from '../../../dependencies.ts';
import { retryAt, type JobOutcome } from '../../../outbox/outbox.ts';
import { addMs, type UnitOfWork } from '../../../unitOfWork.ts';
import { paymentJobs } from '../moves.ts';
import { noPersonalData } from './dropOldMethods.ts';
import { isInUse, type MethodUse } from './methodUse.ts';

const DetachPayload = z.union([
  z.object({ methodId: z.uuid() }),
  /** The provider's reference to a card that no stored method has. */
  z.object({ card: z.string() }),
]);

/** The time until the next check of a removed method that still pays for a rental or a top-up. */
const inUseMs = 60 * 60_000;

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

/**
 * Removes a method: in the database at once, and at the provider as soon as no payment uses it. The data for receipts
 * stays.
 */
export async function detachMethod(work: UnitOfWork, methodId: string): Promise<void> {
  await work.trx
    .updateTable('payment_methods')
    .set({
      removed_at: work.now,
      is_default: false,
      name_on_card: '',
      country: '',
      postal_code: '',
    })
    .where('id', '=', methodId)
    .execute();
  await enqueueDetach(work, methodId);
}

async function enqueueDetach(work: UnitOfWork, methodId: string): Promise<void> {
  const payload: z.infer<typeof DetachPayload> = { methodId };
  await work.enqueue({ kind: paymentJobs.detach, key: `detach:${methodId}`, payload });
}

/** Detaches a card at the provider that no stored method has. `card` is the provider's reference. */
export async function detachUnsaved(work: UnitOfWork, card: string): Promise<void> {
  const payload: z.infer<typeof DetachPayload> = { card };
  await work.enqueue({ kind: paymentJobs.detach, key: `detachCard:${card}`, payload });
}

/**
 * Registers the job that detaches a card at the provider, and then deletes the stored reference. The job waits while a
 * payment uses the method of the card.
 */
export function registerDetaching(deps: Dependencies, uses: readonly MethodUse[]): void {
  const { db, clock, outbox } = deps;
  outbox.handle(paymentJobs.detach, async (payload, { key, attempts }): Promise<JobOutcome> => {
    const target = DetachPayload.parse(payload);
    if ('card' in target) return detach(deps, { key, card: target.card, attempts });
    const { methodId } = target;
    const { provider_card: card } = await db
      .selectFrom('payment_methods')
      .select('provider_card')
      .where('id', '=', methodId)
      .executeTakeFirstOrThrow();
    if (!card) return;
    if (await isInUse(db, methodId, uses)) {
      return { againAt: addMs(clock.now(), inUseMs), answered: true };
    }
    const again = await detach(deps, { key, card, attempts });
    if (again) return again;
    await db
      .updateTable('payment_methods')
      .set({ provider_card: '' })
      .where('id', '=', methodId)
      .execute();
  });
}

async function detach(
  { payments, clock }: Pick<Dependencies, 'payments' | 'clock'>,
  { key, card, attempts }: { key: string; card: string; attempts: number },
): Promise<JobOutcome> {
  const result = await payments.detach({ key, card });
  if (result.outcome === 'unknown') return { againAt: retryAt(clock, attempts) };
  if (result.outcome === 'declined') {
    throw new Error(`the provider refuses to detach a payment method (${key}): ${result.reason}`);
  }
}
