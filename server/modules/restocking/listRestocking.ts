import { sql } from 'kysely';
import type {
  RestockingList,
  RestockingQuery,
  RestockingShown,
} from '../../../contract/operators/restocking.ts';
import type { Reach } from '../../../contract/operators/team.ts';
import type { Db } from '../../db/database.ts';
import { metresBetween } from '../stations/positionsAround.ts';
import { stationStocks } from '../stations/stationQueries.ts';
import { hourMs, hourOfWeek } from '../usualCounts/hourOfWeek.ts';
import { usualCountsAt } from '../usualCounts/readUsualCounts.ts';
import { stationsWithin, stationVenues } from '../venues/stationVenues.ts';
import { needOf } from './forecast.ts';

/** The stations, among those that the operator may see, that need chargers or free slots in the next hours. */
export async function listRestocking(
  db: Db,
  { region, venue, hours, from, lat, lng, sort, limit }: RestockingQuery,
  reach: Reach | null,
  now: Date,
): Promise<RestockingList> {
  const start = from === undefined ? now : new Date(from);
  const times = Array.from(
    { length: hours + 1 },
    (_, i) => new Date((Math.floor(start.getTime() / hourMs) + i) * hourMs),
  );
  const stations = await db
    .selectFrom(stationStocks(db).as('station'))
    .leftJoin(stationVenues(db).as('place'), 'place.station_id', 'station.id')
    .selectAll('station')
    .select(['place.venue_id', 'place.region_id'])
    .$if(region !== undefined, (query) => query.where('place.region_id', '=', region ?? ''))
    .$if(reach !== null, (query) => query.where('station.id', 'in', stationsWithin(db, reach)))
    .$if(venue !== undefined, (query) => query.where('place.venue_id', '=', venue ?? ''))
    .execute();
  const zones = new Map(
    [...new Set(stations.map(({ time_zone }) => time_zone))].map((zone) => [
      zone,
      // The present hour comes first, because the forecast needs the change from this hour to each later hour.
      [now, ...times].map((at) => ({ at, hour: hourOfWeek(at, zone) })),
    ]),
  );
  const wanted = new Set([...zones.values()].flatMap((some) => some.map(({ hour }) => hour)));
  const usual = new Map<string, Map<number, { chargers: number; freeSlots: number }>>();
  const rows = await usualCountsAt(db, [...wanted])
    .where(sql<boolean>`station_id = any(${stations.map(({ id }) => id)}::text[])`)
    .execute();
  for (const { station_id, hour, chargers, free_slots } of rows) {
    const known = usual.get(station_id) ?? new Map();
    usual.set(station_id, known.set(hour, { chargers, freeSlots: free_slots }));
  }
  const point = lat === undefined || lng === undefined ? null : { lat, lng };
  const found = stations.flatMap((station): RestockingShown[] => {
    const counts = usual.get(station.id);
    const averages = (zones.get(station.time_zone) ?? []).flatMap(({ at, hour }) => {
      const known = counts?.get(hour);
      return known ? [{ at, ...known }] : [];
    });
    const isPresentKnown = averages[0]?.at === now;
    const stock = { chargers: station.chargers, freeSlots: station.free_slots };
    const need = needOf(now, stock, isPresentKnown ? averages : []);
    if (!need) return [];
    return [
      {
        station: station.id,
        name: station.name,
        venue: station.venue_id,
        region: station.region_id,
        lat: station.lat,
        lng: station.lng,
        metres: point && Math.round(metresBetween(point, station)),
        will: need.will,
        at: need.at.toISOString(),
        ...stock,
        bring: need.bring,
        take: need.take,
      },
    ];
  });
  const urgency = (a: RestockingShown, b: RestockingShown) =>
    a.at.localeCompare(b.at) ||
    b.bring + b.take - (a.bring + a.take) ||
    (a.station < b.station ? -1 : 1);
  const distance = (a: RestockingShown, b: RestockingShown) =>
    (a.metres ?? 0) - (b.metres ?? 0) || urgency(a, b);
  const list = found.toSorted(sort === 'distance' ? distance : urgency).slice(0, limit);
  const sum = (count: 'bring' | 'take') => list.reduce((total, one) => total + one[count], 0);
  return { stations: list, bring: sum('bring'), take: sum('take') };
}
