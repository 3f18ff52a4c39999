import { PaymentState, type RemovePaymentMethod } from '../../../../contract/payment.ts';
import type { Trx } from '../../../db/database.ts';
import { ProblemError } from '../../../http/problem.ts';
import type { UnitOfWork } from '../../../unitOfWork.ts';
import { enqueueDetach } from './detachCards.ts';
import { isInFlight } from '../machine.ts';
import { makeDefault } from './makeDefault.ts';
import { lockOwnMethod, type MethodRow } from './methods.ts';

/**
 * Whether the answering module may still charge the method without the rider's action. An unpaid
 * order needs the rider's action.
 */
export type MethodUse = (trx: Trx, methodId: string) => Promise<boolean>;

/**
 * Removes a method of the rider, whom the caller has locked: here at once, at the provider after
 * the commit. The data for receipts remains.
 *
 * @throws {ProblemError} paymentMethodNotFound (the next default's too), methodInUse,
 * defaultRequired, invalidInput if the next default is the method itself.
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

/** Active holds, and all payments with a pending answer of the provider. */
const unsettled = PaymentState.options.filter(
  (state) => state === 'authorized' || isInFlight(state),
);

async function isInUse(
  work: UnitOfWork,
  methodId: string,
  uses: readonly MethodUse[],
): Promise<boolean> {
  // Before the payments: an owner that ends between two queries may leave a pending payment.
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
