import { mostFavourites, type MyStations } from '../../../contract/favourites.ts';
import type { RiderData } from '../../../contract/profile.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { addMs, transact } from '../../db/unitOfWork.ts';
import { lockUser } from '../auth/users.ts';
import { usualStation } from '../rentalRecords/rentalsOfRider.ts';
import { hasStation } from '../stations/knownStations.ts';
import { findSummaries } from '../stations/stationRows.ts';

/** Rentals older than this do not count for the usual station. */
const usualMs = 8 * 7 * 24 * 60 * 60_000;

/** The favourites and the usual station of a rider, with their current counts. */
export async function readMyStations(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  userId: string,
): Promise<MyStations> {
  const saved = await favouritesOf(db, userId);
  const usualId = await usualStation(db, userId, addMs(clock.now(), -usualMs));
  const ids = saved.map(({ station_id }) => station_id);
  const summaries = await findSummaries(
    db,
    usualId === null ? ids : [...ids, usualId],
    clock.now(),
  );
  const known = new Map(summaries.map((summary) => [summary.id, summary]));
  return {
    favourites: ids.flatMap((id) => known.get(id) ?? []),
    usual: (usualId === null ? undefined : known.get(usualId)) ?? null,
  };
}

/**
 * Saves a station as a favourite. Saving it again changes nothing.
 *
 * @throws {ProblemError} `stationNotFound`, or `favouritesFull` if the rider already has the maximum number of
 * favourites.
 */
export async function saveFavourite(
  deps: Dependencies,
  userId: string,
  typedId: string,
): Promise<void> {
  const stationId = parseStationId(typedId);
  await transact(deps, async ({ trx, now }) => {
    if (stationId === null || !(await hasStation(trx, stationId)))
      throw new ProblemError('stationNotFound');
    // The lock makes concurrent calls of a rider run one after the other, so that they cannot
    // exceed the limit together. The lock also prevents a call from saving a favourite for an
    // account that is being deleted.
    await lockUser(trx, userId);
    const saved = await favouritesOf(trx, userId);
    if (saved.some(({ station_id }) => station_id === stationId)) return;
    if (saved.length >= mostFavourites) throw new ProblemError('favouritesFull');
    await trx
      .insertInto('favourite_stations')
      .values({ user_id: userId, station_id: stationId, saved_at: now })
      .execute();
  });
}

/** Removes a favourite. Removing a station that is no favourite changes nothing. */
export async function removeFavourite(db: Db, userId: string, typedId: string): Promise<void> {
  await db
    .deleteFrom('favourite_stations')
    .where('user_id', '=', userId)
    .where('station_id', '=', parseStationId(typedId) ?? '')
    .execute();
}

/** Deletes the favourites of a rider. */
export async function forgetFavourites(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('favourite_stations').where('user_id', '=', userId).execute();
}

/** Returns the favourites, the oldest first, for the file with the rider's personal data. */
export async function favouriteData(
  db: Db,
  userId: string,
): Promise<NonNullable<RiderData['favourites']>> {
  const rows = await favouritesOf(db, userId);
  return rows
    .map(({ station_id, saved_at }) => ({ stationId: station_id, savedAt: saved_at.toISOString() }))
    .toReversed();
}

function favouritesOf(db: Db, userId: string) {
  return db
    .selectFrom('favourite_stations')
    .select(['station_id', 'saved_at'])
    .where('user_id', '=', userId)
    .orderBy('saved_at', 'desc')
    .orderBy('station_id')
    .execute();
}
