import type { RentalState } from '../../../contract/orders.ts';
import type { Db } from '../../db/database.ts';
import { unfinishedStates } from './machine.ts';

/** The rentals of a rider that are in one of these states. */
export function rentalsInStates(
  db: Db,
  userId: string,
  states: readonly RentalState[],
): Promise<{ id: string; state: RentalState; held_until: Date | null }[]> {
  return db
    .selectFrom('rentals')
    .select(['id', 'state', 'held_until'])
    .where('user_id', '=', userId)
    .where('state', 'in', [...states])
    .execute();
}

/** Whether a rider has an open rental or an unpaid order. */
export async function hasUnfinished(db: Db, userId: string): Promise<boolean> {
  return (await rentalsInStates(db, userId, unfinishedStates)).length > 0;
}

/**
 * Counts the recent rentals that began at a station, and the recent rentals of a rider. Only rentals that were ordered
 * after `at.since` or `by.since` count.
 */
export async function countStarts(
  db: Db,
  at: { stationId: string; since: Date },
  by: { userId: string; since: Date },
): Promise<{ atStation: number; byRider: number }> {
  const { atStation, byRider } = await db
    .selectNoFrom((of) => [
      of
        .selectFrom('rentals')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('station_id', '=', at.stationId)
        .where('created_at', '>', at.since)
        .as('atStation'),
      of
        .selectFrom('rentals')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('user_id', '=', by.userId)
        .where('created_at', '>', by.since)
        .as('byRider'),
    ])
    .executeTakeFirstOrThrow();
  return { atStation: Number(atStation), byRider: Number(byRider) };
}

/** Whether the rider has never picked up a charger. */
export async function isFirstRental(db: Db, userId: string): Promise<boolean> {
  const rented = await pickedUp(db, userId).select('id').limit(1).executeTakeFirst();
  return rented === undefined;
}

/** The stations at which a rider has picked up a charger. Each station is listed once. */
export async function pickUpStations(db: Db, userId: string): Promise<string[]> {
  const rows = await pickedUp(db, userId).select('station_id').distinct().execute();
  return rows.map(({ station_id }) => station_id);
}

/** The minimum number of rentals that makes a station the usual station. */
const usualRentals = 2;

/**
 * The station at which the largest number of a rider's rentals began or ended; null if no station has `usualRentals`.
 * Only rentals that started at `since` or later count. If two stations have the same number of rentals, the station
 * with the latest rental wins.
 */
export async function usualStation(db: Db, userId: string, since: Date): Promise<string | null> {
  const recent = () => pickedUp(db, userId).where('started_at', '>=', since);
  const row = await db
    .selectFrom(
      recent()
        .select(['id', 'station_id', 'started_at'])
        // `union` counts a rental only once if it began and ended at the same station.
        .union(
          recent()
            .where('return_station_id', 'is not', null)
            .select(['id', 'return_station_id as station_id', 'started_at'])
            .$narrowType<{ station_id: string }>(),
        )
        .as('visit'),
    )
    .select('station_id')
    .groupBy('station_id')
    .having(({ fn }) => fn.countAll(), '>=', usualRentals)
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy(({ fn }) => fn.max('started_at'), 'desc')
    .orderBy('station_id')
    .limit(1)
    .executeTakeFirst();
  return row?.station_id ?? null;
}

/** A rider's rentals in which a charger came out. */
function pickedUp(db: Db, userId: string) {
  return (
    db
      .selectFrom('rentals')
      .where('user_id', '=', userId)
      .where('started_at', 'is not', null)
      // A rental in the state `failed` or `review` does not count as a pick-up.
      .where('state', 'not in', ['failed', 'review'])
  );
}

/** A query for a column of another query: the number of a rider's unpaid orders. */
export function countUnpaid(db: Db, userId: string) {
  return db
    .selectFrom('rentals')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('state', '=', 'unpaid');
}

/**
 * The stations at which a rider picked up or returned a charger, with the numbers of pick-ups and returns, and the
 * time of the last visit. The most recent visit is first.
 */
export function visitedStations(db: Db, userId: string, limit: number) {
  const pickUps = pickedUp(db, userId)
    .select(['station_id', 'started_at as at'])
    .select((of) => of.lit<boolean>(false).as('is_return'));
  const returns = pickedUp(db, userId)
    .where('returned_at', 'is not', null)
    .where('return_station_id', 'is not', null)
    .select(['return_station_id as station_id', 'returned_at as at'])
    .select((of) => of.lit<boolean>(true).as('is_return'))
    .$narrowType<{ station_id: string }>();
  return db
    .selectFrom(pickUps.unionAll(returns).as('visit'))
    .select((of) => ['station_id', of.fn.max('at').as('at')])
    .select((of) => [
      of.fn.countAll().filterWhere('is_return', '=', false).as('pick_ups'),
      of.fn.countAll().filterWhere('is_return', '=', true).as('returns'),
    ])
    .groupBy('station_id')
    .orderBy('at', 'desc')
    .orderBy('station_id')
    .limit(limit);
}
