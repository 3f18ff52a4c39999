import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { openStates } from './machine.ts';

/** The open rentals of these chargers, with their riders. */
export async function openRentalsOfChargers(
  work: UnitOfWork,
  chargers: readonly string[],
): Promise<{ rentalId: string; userId: string }[]> {
  if (chargers.length === 0) return [];
  return work.trx
    .selectFrom('rentals')
    .select(['id as rentalId', 'user_id as userId'])
    .where('charger', '=', sql<string>`any(${[...chargers]}::text[])`)
    .where('state', 'in', [...openStates])
    .orderBy('id')
    .execute();
}

/**
 * The number of the open order of a charger; null if there is none.
 *
 * @param stationIds only an order that began at one of these stations is returned. Null means all stations.
 */
export async function openOrderOfCharger(
  db: Db,
  charger: string,
  stationIds: readonly string[] | null,
): Promise<string | null> {
  const row = await db
    .selectFrom('rentals')
    .select('number')
    .where('charger', '=', charger)
    .where('state', 'in', [...openStates])
    .$if(stationIds !== null, (query) =>
      query.where('station_id', '=', sql<string>`any(${[...(stationIds ?? [])]}::text[])`),
    )
    .executeTakeFirst();
  return row?.number ?? null;
}
