import type { Db } from '../../db/database.ts';
import { bookings } from '../ledger/ledgerQueries.ts';

/**
 * A query that other queries join: the changes of all wallets, and the balances after each change. Amounts are in minor
 * units, separate for the top-up portion and the bonus. A later change has a higher id.
 */
export function walletMovements(db: Db) {
  return db
    .selectFrom('wallet_movements')
    .select(['id', 'user_id', 'currency', 'top_up', 'bonus', 'top_up_after', 'bonus_after']);
}

/** The change of the bonus by a booking, in minor units. It is zero if there is no such booking. */
export async function bonusChangeOf(db: Db, bookingKey: string): Promise<number> {
  return (await movementOf(db, bookingKey))?.bonus ?? 0;
}

/** The change of the top-up portion by a booking, in minor units. It is zero if there is no such booking. */
export async function topUpChangeOf(db: Db, bookingKey: string): Promise<number> {
  return (await movementOf(db, bookingKey))?.top_up ?? 0;
}

function movementOf(db: Db, bookingKey: string) {
  return db
    .selectFrom('wallet_movements')
    .innerJoin(bookings(db).as('booked'), 'booked.id', 'wallet_movements.transaction_id')
    .select(['wallet_movements.top_up', 'wallet_movements.bonus'])
    .where('booked.key', '=', bookingKey)
    .executeTakeFirst();
}

/** The first hundred changes of a wallet at `since` or later, in minor units. */
export function movementsSince(db: Db, userId: string, currency: string, since: Date) {
  return db
    .selectFrom('wallet_movements')
    .select(['created_at', 'reason', 'top_up', 'bonus'])
    .where('user_id', '=', userId)
    .where('currency', '=', currency)
    .where('created_at', '>=', since)
    .orderBy('id')
    .limit(100)
    .execute();
}
