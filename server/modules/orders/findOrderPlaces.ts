import { mostOrderPlaces, type OrderPlaces } from '../../../contract/orders.ts';
import type { Db } from '../../db/database.ts';
import { visitedStations } from '../rentalRecords/rentalsOfRider.ts';
import { stationNames, stationPositions } from '../stations/stationQueries.ts';

/** The stations at which the rider picked up or returned chargers. The most recently visited station comes first. */
export async function findOrderPlaces(db: Db, userId: string): Promise<OrderPlaces> {
  const rows = await db
    .selectFrom(visitedStations(db, userId, mostOrderPlaces).as('visited'))
    .innerJoin(stationNames(db).as('station'), 'station.id', 'visited.station_id')
    .innerJoin(stationPositions(db).as('position'), 'position.id', 'visited.station_id')
    .select(['station.id', 'station.name', 'station.address', 'position.lat', 'position.lng'])
    .select(['visited.pick_ups', 'visited.returns', 'visited.at'])
    .orderBy('visited.at', 'desc')
    .orderBy('station.id')
    .execute();
  return {
    places: rows.flatMap(({ at, pick_ups, returns, ...station }) =>
      at
        ? [
            {
              ...station,
              pickUps: Number(pick_ups),
              returns: Number(returns),
              lastAt: at.toISOString(),
            },
          ]
        : [],
    ),
  };
}
