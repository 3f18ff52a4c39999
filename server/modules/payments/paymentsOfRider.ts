import { sql } from 'kysely';
import type { Money } from '../../../contract/money.ts';
import type { Db } from '../../db/database.ts';
import { isInFlight } from './machine.ts';

/**
 * Whether a rider has an active hold, or a payment that waits for an answer from the provider or
 * the cardholder's confirmation.
 */
export async function hasOpenPayment(db: Db, userId: string): Promise<boolean> {
  const payments = await db
    .selectFrom('payments')
    .select('state')
    .distinct()
    .where('user_id', '=', userId)
    .execute();
  return payments.some(({ state }) => state === 'authorized' || isInFlight(state));
}

/**
 * The amount that a rider paid for rentals, including GoCash, less refunds. Top-ups do not count, because riders have
 * not spent them yet. Only payments in the currency of the newest payment count, because amounts in different
 * currencies cannot be added. The result is null if there is no payment.
 */
export async function spentOnRentals(db: Db, userId: string): Promise<Money | null> {
  const spent = await db
    .selectFrom('payments')
    .select(['currency', sql<number>`sum(captured - refunded)`.as('amount')])
    .where('user_id', '=', userId)
    .where('purpose', '<>', 'topUp')
    .groupBy('currency')
    .orderBy((of) => of.fn.max('created_at'), 'desc')
    .limit(1)
    .executeTakeFirst();
  return spent ?? null;
}
