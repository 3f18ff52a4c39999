import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** The rider, card and station whose uncertain ejects are counted, and the start of each count. */
export interface UncertainEjectsOf {
  userId: string;
  /** The hashes of the card, one for each key. The list is empty if the card has no fingerprint. */
  cards: readonly string[];
  since: Date;
  stationId: string;
  sinceAtStation: Date;
}

/** Counts the uncertain ejects of a rider, of a card and of a station. */
export async function countUncertainEjects(
  db: Db,
  { userId, cards, since, stationId, sinceAtStation }: UncertainEjectsOf,
): Promise<{ byRider: number; byCard: number; atStation: number }> {
  const earliest = since < sinceAtStation ? since : sinceAtStation;
  return db
    .selectFrom('rentals')
    .select([
      sql<number>`count(*) filter (where user_id = ${userId}
        and uncertain_eject_at > ${since})::int`.as('byRider'),
      sql<number>`count(*) filter (where uncertain_eject_card = any(${[...cards]}::text[])
        and uncertain_eject_at > ${since})::int`.as('byCard'),
      sql<number>`count(*) filter (where station_id = ${stationId}
        and uncertain_eject_at > ${sinceAtStation})::int`.as('atStation'),
    ])
    .where('uncertain_eject_at', '>', earliest)
    .executeTakeFirstOrThrow();
}

/** A query that other queries join: the rentals whose hold stays until the result of the eject is known. */
export function heldRentals(db: Db) {
  return db
    .selectFrom('rentals')
    .select(['id', 'payment_method_id'])
    .where('held_until', 'is not', null);
}

/** Deletes the card hashes of uncertain ejects before this time, because no count needs them. */
export async function dropOldEjectCards(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('rentals')
    .set({ uncertain_eject_card: null })
    .where('uncertain_eject_at', '<', before)
    .where('uncertain_eject_card', 'is not', null)
    .execute();
}
