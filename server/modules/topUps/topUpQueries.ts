import type { Db, Trx } from '../../db/database.ts';
import { topUpCharges } from '../payments/paymentQueries.ts';
import { readWallet } from '../wallet/wallet.ts';

/** A query that other queries join: the ids of all top-ups. */
export function allTopUps(db: Db) {
  return db.selectFrom('top_ups').select('id');
}

/** The rider of a top-up with this number. */
export function riderOfTopUp(db: Db | Trx, number: string) {
  return db.selectFrom('top_ups').select('user_id').where('number', '=', number).executeTakeFirst();
}

/** The id of the payment that charges a top-up. Each top-up has one. */
export async function chargeOfTopUp(db: Db | Trx, topUpId: string): Promise<string> {
  const { id } = await topUpCharges(db).where('top_up_id', '=', topUpId).executeTakeFirstOrThrow();
  return id;
}

/** The numbers of the top-ups that these payments pay. The list omits payments of orders. */
export async function topUpsOfPayments(db: Db | Trx, paymentIds: readonly string[]) {
  if (paymentIds.length === 0) return [];
  return db
    .selectFrom(topUpCharges(db).as('charge'))
    .innerJoin('top_ups', 'top_ups.id', 'charge.top_up_id')
    .select(['charge.id as paymentId', 'top_ups.number'])
    .where('charge.id', 'in', [...paymentIds])
    .execute();
}

/**
 * The top-up that a payment pays, as an operator sees it. `left` is the part that can still be refunded to the card, in
 * minor units. The result is null for the payment of an order.
 */
export async function topUpOfPayment(db: Db | Trx, paymentId: string) {
  const found = await db
    .selectFrom(topUpCharges(db).as('charge'))
    .innerJoin('top_ups', 'top_ups.id', 'charge.top_up_id')
    .select(['top_ups.user_id', 'top_ups.state', 'charge.currency'])
    .select(['charge.captured', 'charge.refunded'])
    .where('charge.id', '=', paymentId)
    .executeTakeFirst();
  if (!found) return null;
  const { topUp } = await readWallet(db, found.user_id, found.currency);
  return { ...found, left: Math.min(found.captured - found.refunded, topUp) };
}
