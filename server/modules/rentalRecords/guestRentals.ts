import { sql } from 'kysely';
import type { RentalState } from '../../../contract/orders.ts';
import type { Db } from '../../db/database.ts';
import { unfinishedStates as unfinished } from './machine.ts';

/** A query for joins: the open and unpaid rentals of all riders, with their payment methods. */
export function unfinishedRentals(db: Db) {
  return db
    .selectFrom('rentals')
    .select(['id', 'state', 'payment_method_id', 'guest_card'])
    .where('state', 'in', unfinished);
}

/** The state of an open or unpaid rental that a guest began in this browser; null if there is none. */
export async function rentalOfBrowser(db: Db, browser: string): Promise<RentalState | null> {
  const found = await db
    .selectFrom('rentals')
    .select('state')
    .where('guest_device', '=', browser)
    .where('state', 'in', unfinished)
    .limit(1)
    .executeTakeFirst();
  return found?.state ?? null;
}

/**
 * Deletes the browser and the card from guests' rentals that have ended and need no payment any
 * more.
 */
export async function dropGuestIdentifiers(db: Db): Promise<void> {
  await db
    .updateTable('rentals')
    .set({ guest_device: null, guest_card: null })
    .where(sql<boolean>`(guest_device is not null or guest_card is not null)`)
    .where('state', 'not in', [...unfinished, 'settling'])
    .execute();
}
