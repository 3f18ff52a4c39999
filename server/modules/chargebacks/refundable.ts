import type { Db, Trx } from '../../db/database.ts';
import type { ChargebackState } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

/** The states in which the bank holds the money of the payment, or has given it to the card's owner. */
const held: readonly ChargebackState[] = ['opened', 'evidenceSent', 'lost'];

/**
 * Whether a chargeback forbids a refund of an order, because the rider would get the money twice: from the bank, and
 * from the refund. An inquiry takes no money, so it does not forbid a refund. After the operator has won a chargeback,
 * a refund is possible as soon as the bank has returned the money.
 */
export async function hasChargedBack({ trx }: UnitOfWork, rentalId: string): Promise<boolean> {
  const found = await holdingMoney(trx)
    .where('rental_id', '=', rentalId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a chargeback forbids a refund of a payment, such as that of a top-up. */
export async function hasChargedBackPayment(
  { trx }: UnitOfWork,
  paymentId: string,
): Promise<boolean> {
  const found = await holdingMoney(trx)
    .where('payment_id', '=', paymentId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The ids of the payments for which `hasChargedBackPayment` is true, as a subquery for other
 * queries.
 */
export function chargedBackPayments(db: Db | Trx) {
  return holdingMoney(db).clearSelect().select('payment_id').where('payment_id', 'is not', null);
}

function holdingMoney(db: Db | Trx) {
  return db
    .selectFrom('chargebacks')
    .select('id')
    .where((of) => of.or([of('state', 'in', held), of('withdrawn', '>', of.ref('reinstated'))]));
}
