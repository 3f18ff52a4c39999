import { PaymentState } from '../../../../contract/payment.ts';
import type { Db } from '../../../db/database.ts';
import { isInFlight } from '../machine.ts';

/**
 * Returns whether a module may still charge the payment method without an action of the rider. An
 * unpaid order does not count, because the rider must start the payment of the order.
 */
export type MethodUse = (db: Db, methodId: string) => Promise<boolean>;

/**
 * The states of payments that have an active hold, or wait for an answer from the provider or the cardholder's
 * confirmation.
 */
const unsettled = PaymentState.options.filter(
  (state) => state === 'authorized' || isInFlight(state),
);

/**
 * Returns whether a payment with this method is unsettled, or whether the server may still begin
 * such a payment, for example for the bill of a running rental.
 */
export async function isInUse(
  db: Db,
  methodId: string,
  uses: readonly MethodUse[],
): Promise<boolean> {
  // Query the owners (rentals and top-ups) before the payments. In the other order, an owner could create a payment and
  // end between the two queries, and the method would seem unused.
  for (const isUsed of uses) if (await isUsed(db, methodId)) return true;
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('payment_method_id', '=', methodId)
    .where('state', 'in', unsettled)
    .limit(1)
    .executeTakeFirst();
  return payment !== undefined;
}
