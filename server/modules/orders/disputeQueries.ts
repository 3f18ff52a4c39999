import type { Db } from '../../db/database.ts';

/** The dispute about an order, with the rider's words; null if there is none. */
export async function disputeAbout(db: Db, rentalId: string) {
  const found = await db
    .selectFrom('disputes')
    .selectAll()
    .where('rental_id', '=', rentalId)
    .executeTakeFirst();
  return found ?? null;
}
