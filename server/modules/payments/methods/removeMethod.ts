import { PaymentState, type RemovePaymentMethod } from '../../../../contract/payment.ts';
import type { Trx } from '../../../db/database.ts';
import { ProblemError } from '../../../http/problem.ts';
import type { UnitOfWork } from '../../../unitOfWork.ts';
import { enqueueDetach } from './detachCards.ts';
import { isInFlight } from '../machine.ts';
import { makeDefault } from './makeDefault.ts';
import { lockOwnMethod, type MethodRow } from './methods.ts';

/**
 * Returns whether the module may still charge the method without an action of the rider. An unpaid order does not
 * count, because the rider must start its payment.
 */
export type MethodUse = (trx: Trx, methodId: string) => Promise<boolean>;

/**
 * Removes a rider's method: in the database at once, and at the provider after the commit. The data for receipts stays.
 * The caller must have locked the rider.
 *
 * @throws {ProblemError} paymentMethodNotFound (also for the next default), methodInUse, defaultRequired, invalidInput
 * if the next default is the method itself.
 */
export async function removeMethod(
  work: UnitOfWork,
  userId: string,
  methodId: string,
  { nextDefault }: RemovePaymentMethod,
  uses: readonly MethodUse[],
): Promise<void> {
  const method = await lockOwnMethod(work.trx, userId, methodId);
  if (await isInUse(work, methodId, uses)) throw new ProblemError('methodInUse');
  if (method.is_default) await passDefaultOn(work, method, nextDefault);
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

async function passDefaultOn(
  work: UnitOfWork,
  method: MethodRow,
  nextDefault: string | undefined,
): Promise<void> {
  if (nextDefault === method.id) {
    throw new ProblemError('invalidInput', { fields: ['query.nextDefault'] });
  }
  if (nextDefault !== undefined) return makeDefault(work, method.user_id, nextDefault);
  const other = await work.trx
    .selectFrom('payment_methods')
    .select('id')
    .where('user_id', '=', method.user_id)
    .where('id', '!=', method.id)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (other) throw new ProblemError('defaultRequired');
}

/** The states of active holds, and of payments that wait for an answer from the provider. */
const unsettled = PaymentState.options.filter(
  (state) => state === 'authorized' || isInFlight(state),
);

async function isInUse(
  work: UnitOfWork,
  methodId: string,
  uses: readonly MethodUse[],
): Promise<boolean> {
  // Query the owners (rentals and top-ups) before the payments. In the other order, an owner could create a payment and
  // end between the two queries, and the method would seem unused.
  for (const isUsed of uses) if (await isUsed(work.trx, methodId)) return true;
  const payment = await work.trx
    .selectFrom('payments')
    .select('id')
    .where('payment_method_id', '=', methodId)
    .where('state', 'in', unsettled)
    .limit(1)
    .executeTakeFirst();
  return payment !== undefined;
}
