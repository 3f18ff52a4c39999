import type { Db } from '../../db/database.ts';

/*
 * Other queries join these queries. PostgreSQL plans such a join like a join with the table itself. Amounts are in
 * minor units of the payment's currency.
 */

/** The purpose of each payment, and how much of it was captured and refunded. */
export function paymentAmounts(db: Db) {
  return db
    .selectFrom('payments')
    .select(['id', 'user_id', 'rental_id', 'top_up_id', 'purpose', 'source', 'state'])
    .select(['currency', 'amount', 'captured', 'refunded', 'decline_reason', 'created_at']);
}

/** The columns that orders show of their payments. */
export function paymentsForOrders(db: Db) {
  return db
    .selectFrom('payments')
    .select(['id', 'user_id', 'rental_id', 'payment_method_id', 'source', 'from_bonus', 'purpose'])
    .select(['attempt', 'state', 'currency', 'amount', 'captured', 'refunded', 'action_url'])
    .select(['created_at', 'changed_at']);
}

/** The charge of each top-up: its state, and the address where the cardholder must confirm it. */
export function topUpCharges(db: Db) {
  return db
    .selectFrom('payments')
    .select(['id', 'top_up_id', 'state', 'action_url', 'currency', 'amount', 'captured'])
    .select(['refunded', 'decline_reason'])
    .where('top_up_id', 'is not', null);
}

/** The steps of all payments. A later step has a higher id. */
export function paymentSteps(db: Db) {
  return db
    .selectFrom('payment_steps')
    .select(['id', 'payment_id', 'step', 'amount', 'at', 'failed_at']);
}

/** The columns that receipts show of payment methods, including removed methods. */
export function methodNames(db: Db) {
  return db.selectFrom('payment_methods').select(['id', 'kind', 'brand', 'last4', 'label']);
}

/** The payments through a provider, with the provider's id of the hold or charge. */
export function providerPayments(db: Db) {
  return db
    .selectFrom('payments')
    .innerJoin('payment_methods', 'payment_methods.id', 'payments.payment_method_id')
    .select(['payments.id', 'payments.created_at', 'payment_methods.provider'])
    .select('payments.provider_authorization');
}

/**
 * The payment with this id at the provider. The query finds no row if the server did not request the
 * payment.
 */
export function paymentWithAuthorization(db: Db, authorization: string) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('provider_authorization', '=', authorization)
    .executeTakeFirst();
}

/** @throws if there is no such payment. */
export function paymentById(db: Db, id: string) {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/**
 * For the time line of a case: the payments of the rental `rentalId` and the payment `paymentId`, with the provider's
 * ids. The oldest payment is first.
 */
export function paymentsForEvidence(
  db: Db,
  { rentalId, paymentId }: { rentalId: string | null; paymentId: string | null },
) {
  return db
    .selectFrom('payments')
    .select(['id', 'purpose', 'source', 'state', 'currency', 'amount', 'captured', 'refunded'])
    .select(['provider_authorization', 'decline_reason', 'created_at'])
    .where((of) =>
      of.or([
        ...(rentalId === null ? [] : [of('rental_id', '=', rentalId)]),
        ...(paymentId === null ? [] : [of('id', '=', paymentId)]),
        of.lit(false),
      ]),
    )
    .orderBy('created_at')
    .execute();
}

/**
 * The ids of up to `limit` riders who paid, or tried to pay, in a period with a card whose number
 * ends in `last4`.
 */
export async function ridersWhoPaid(
  db: Db,
  { last4, from, until, limit }: { last4: string; from: Date; until: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_methods')
    .innerJoin('payments', 'payments.payment_method_id', 'payment_methods.id')
    .select('payments.user_id')
    .distinct()
    .where('payment_methods.last4', '=', last4)
    .where('payments.created_at', '>=', from)
    .where('payments.created_at', '<', until)
    .orderBy('payments.user_id')
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** All cards and accounts that a rider has ever saved, without personal data, the oldest first. */
export function methodsForOperators(db: Db, userId: string) {
  return db
    .selectFrom('payment_methods')
    .select(['kind', 'brand', 'last4', 'fingerprint', 'removed_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

/** The first 200 calls that move money for an order, the oldest first. */
export function moneyCallsAbout(db: Db, orderId: string) {
  return db
    .selectFrom('money_calls')
    .select(['action', 'declined', 'called_at'])
    .where('order_id', '=', orderId)
    .orderBy('called_at')
    .limit(200)
    .execute();
}
