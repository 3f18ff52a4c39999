import type { Reach } from '../../../contract/operators/team.ts';
import type { Db, Trx } from '../../db/database.ts';

/** A query that other queries join: the venue and the region of each station that is in a venue now. */
export function stationVenues(db: Db | Trx) {
  return db
    .selectFrom('venue_periods as period')
    .innerJoin('venues as venue', 'venue.id', 'period.venue_id')
    .select(['period.station_id', 'period.venue_id', 'venue.region_id'])
    .where('period.until', 'is', null);
}

/** Whether a venue is in these regions and venues. */
export function isWithin(
  { regions, venues }: Reach,
  { venue, region }: { venue: string; region: string },
): boolean {
  return regions.includes(region) || venues.includes(venue);
}

/**
 * A query for conditions of other queries: the ids of the stations in these regions and venues. With null, the result
 * is empty.
 */
export function stationsWithin(db: Db | Trx, reach: Reach | null) {
  const { regions, venues } = reach ?? { regions: [], venues: [] };
  return stationVenues(db)
    .clearSelect()
    .select('period.station_id')
    .where((where) =>
      where.or([
        where('venue.region_id', '=', where.fn.any(where.val(regions))),
        where('period.venue_id', '=', where.fn.any(where.val(venues))),
      ]),
    );
}

/** The venue and the region of a station; null if the station is in no venue. */
export async function venueOfStation(
  db: Db,
  stationId: string,
): Promise<{ venue: string; region: string } | null> {
  const row = await stationVenues(db).where('period.station_id', '=', stationId).executeTakeFirst();
  return row ? { venue: row.venue_id, region: row.region_id } : null;
}

/** The ids of the stations that are in a venue now. */
export async function stationsOfVenue(db: Db, venueId: string): Promise<string[]> {
  const rows = await stationVenues(db)
    .where('period.venue_id', '=', venueId)
    .orderBy('period.station_id')
    .execute();
  return rows.map(({ station_id }) => station_id);
}

/**
 * A query that other queries join: the periods in which each station was in a venue. `until` is the exclusive end, and
 * null for the current venue.
 */
export function venuePeriods(db: Db) {
  return db.selectFrom('venue_periods').select(['station_id', 'venue_id', 'since', 'until']);
}
