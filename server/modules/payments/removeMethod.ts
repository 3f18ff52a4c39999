import { PaymentState, type RemovePaymentMethod } from '../../../contract/payment.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Work } from '../../work.ts';
import { openStates } from '../rental/machine.ts';
import { enqueueDetach } from './detachCards.ts';
import { isInFlight } from './machine.ts';
import { makeDefault } from './makeDefault.ts';
import { lockOwnMethod, type MethodRow } from './methods.ts';

/**
 * Removes a method of the rider, whom the caller has locked: here at once, at the provider after the
 * commit. What receipts show of it stays.
 *
 * @throws {ProblemError} paymentMethodNotFound (the next default's too), methodInUse,
 *   defaultRequired, invalidInput where the next default is the method itself.
 */
export async function removeMethod(
  work: Work,
  userId: string,
  methodId: string,
  { nextDefault }: RemovePaymentMethod,
): Promise<void> {
  const method = await lockOwnMethod(work.trx, userId, methodId);
  if (await isInUse(work, methodId)) throw new ProblemError('methodInUse');
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
  work: Work,
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

/** Holds that stand, and everything that the provider still owes an answer to. */
const unsettled = PaymentState.options.filter(
  (state) => state === 'authorized' || isInFlight(state),
);

/** Whether something may yet be asked of the method by itself. An unpaid order asks its rider. */
async function isInUse({ trx }: Work, methodId: string): Promise<boolean> {
  const payment = trx
    .selectFrom('payments')
    .select('id')
    .where('payment_method_id', '=', methodId)
    .where('state', 'in', unsettled);
  const rental = trx
    .selectFrom('rentals')
    .select('id')
    .where('payment_method_id', '=', methodId)
    .where('state', 'in', [...openStates, 'settling', 'paying']);
  const topUp = trx
    .selectFrom('top_ups')
    .select('id')
    .where('payment_method_id', '=', methodId)
    .where('state', '=', 'requested');
  return (await payment.unionAll(rental).unionAll(topUp).limit(1).executeTakeFirst()) !== undefined;
}
