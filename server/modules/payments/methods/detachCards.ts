import { z } from 'zod';
import type { PaymentMethodKind } from '../../../../contract/payment.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { retryAt, type Job, type JobOutcome } from '../../../outbox/outbox.ts';
import { addMs, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { paymentJobs } from '../moves.ts';
import { noPersonalData } from './dropOldMethods.ts';
import { isInUse, type MethodUse } from './methodUse.ts';

const DetachPayload = z.object({ methodId: z.uuid() });
const DetachReplacedPayload = z.union([
  DetachPayload,
  /** The provider's reference to a card. No stored method has this reference. */
  z.object({ card: z.string() }),
]);

/** The time until the next check of a replaced method that still pays for a rental or a top-up. */
const inUseMs = 60 * 60_000;

/**
 * Removes all payment methods of a rider: in the database at once, at the provider after the commit. Only the data for
 * receipts remains. The caller must make sure that no unfinished payment uses any of these methods.
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
 * Removes a method: in the database at once, and at the provider after the commit. The data for receipts stays. The
 * caller must make sure that no payment uses the method.
 */
export async function detachMethod(work: UnitOfWork, methodId: string): Promise<void> {
  await removeStored(work, methodId);
  await enqueueDetach(work, methodId);
}

/**
 * Removes a method that another method of the same rider replaces. The replaced method is removed
 * in the database at once, and at the provider as soon as no payment uses it.
 *
 * An account, such as PayPal, stays at the provider until the rider's account is deleted here. The
 * former and the new method belong to the same payer. It is unknown whether the removal of the
 * former method would also end the agreement of the new method.
 */
export async function replaceMethod(work: UnitOfWork, methodId: string): Promise<void> {
  const kind = await removeStored(work, methodId);
  if (isAccount(kind)) return;
  const payload: z.infer<typeof DetachReplacedPayload> = { methodId };
  await work.enqueue({ kind: paymentJobs.detachReplaced, key: `detach:${methodId}`, payload });
}

/** Whether a method is an account of a payer, in contrast to a card. */
export function isAccount(kind: PaymentMethodKind): boolean {
  return kind === 'payPal';
}

async function removeStored(work: UnitOfWork, methodId: string): Promise<PaymentMethodKind> {
  const { kind } = await work.trx
    .updateTable('payment_methods')
    .set({
      removed_at: work.now,
      is_default: false,
      name_on_card: '',
      country: '',
      postal_code: '',
    })
    .where('id', '=', methodId)
    .returning('kind')
    .executeTakeFirstOrThrow();
  return kind;
}

async function enqueueDetach(work: UnitOfWork, methodId: string): Promise<void> {
  const payload: z.infer<typeof DetachPayload> = { methodId };
  await work.enqueue({ kind: paymentJobs.detach, key: `detach:${methodId}`, payload });
}

/**
 * Detaches a card at the provider. `card` is the provider's reference to the card. No stored method
 * has this reference.
 */
export async function detachUnsaved(work: UnitOfWork, card: string): Promise<void> {
  const payload: z.infer<typeof DetachReplacedPayload> = { card };
  await work.enqueue({ kind: paymentJobs.detachReplaced, key: `detachCard:${card}`, payload });
}

/**
 * Registers the jobs that detach a card at the provider, and then delete the stored reference. The job of a replaced
 * method waits while a payment uses the method.
 */
export function registerDetaching(deps: Dependencies, uses: readonly MethodUse[]): void {
  const { db, clock, outbox } = deps;
  outbox.handle(paymentJobs.detach, (payload, job) =>
    detachStored(deps, DetachPayload.parse(payload).methodId, job),
  );
  outbox.handle(paymentJobs.detachReplaced, async (payload, job): Promise<JobOutcome> => {
    const target = DetachReplacedPayload.parse(payload);
    if ('card' in target) return detach(deps, target.card, job);
    if (await isInUse(db, target.methodId, uses)) {
      return { againAt: addMs(clock.now(), inUseMs), answered: true };
    }
    return detachStored(deps, target.methodId, job);
  });
}

async function detachStored(
  deps: Pick<Dependencies, 'db' | 'payments' | 'clock'>,
  methodId: string,
  job: Job,
): Promise<JobOutcome> {
  const { provider_card: card } = await deps.db
    .selectFrom('payment_methods')
    .select('provider_card')
    .where('id', '=', methodId)
    .executeTakeFirstOrThrow();
  if (!card) return;
  const again = await detach(deps, card, job);
  if (again) return again;
  await deps.db
    .updateTable('payment_methods')
    .set({ provider_card: '' })
    .where('id', '=', methodId)
    .execute();
}

async function detach(
  { payments, clock }: Pick<Dependencies, 'payments' | 'clock'>,
  card: string,
  { key, attempts }: Job,
): Promise<JobOutcome> {
  const result = await payments.detach({ key, card });
  if (result.outcome === 'unknown') return { againAt: retryAt(clock, attempts) };
  if (result.outcome === 'declined') {
    throw new Error(`the provider refuses to detach a payment method (${key}): ${result.reason}`);
  }
}
