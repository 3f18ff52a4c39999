import type { z } from 'zod';
import type {
  OpsStation,
  OpsStationList,
  OpsStationQuery,
} from '../../../contract/operators/stations.ts';
import type { Reach } from '../../../contract/operators/team.ts';
import type { Db } from '../../db/database.ts';
import { stationsWithin, stationVenues } from '../venues/stationVenues.ts';

const columns = [
  'stations.id',
  'name',
  'address',
  'state',
  'online',
  'last_seen_at',
  'chargers',
  'free_slots',
  'slots',
  'tariff_id',
  'secret_hash',
] as const;

/** A page of the stations as operators see them, including retired stations. */
export async function listOpsStations(
  db: Db,
  { state, venue, region, after, limit }: z.output<typeof OpsStationQuery>,
  reach: Reach | null,
): Promise<OpsStationList> {
  const rows = await select(db)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'live'))
    .$if(venue !== undefined, (query) => query.where('venue.venue_id', '=', venue ?? ''))
    .$if(region !== undefined, (query) => query.where('venue.region_id', '=', region ?? ''))
    .$if(reach !== null, (query) => query.where('stations.id', 'in', stationsWithin(db, reach)))
    .where('stations.id', '>', after)
    .orderBy('stations.id')
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  return {
    stations: rows.map(present),
    nextAfter: rows.length === limit && last ? last.id : null,
  };
}

/** A station as operators see it; null for an unknown id. */
export async function findOpsStation(db: Db, id: string): Promise<OpsStation | null> {
  const row = await select(db).where('stations.id', '=', id).executeTakeFirst();
  return row ? present(row) : null;
}

function select(db: Db) {
  return db
    .selectFrom('stations')
    .leftJoin(stationVenues(db).as('venue'), 'venue.station_id', 'stations.id')
    .select([...columns, 'venue.venue_id', 'venue.region_id']);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function present(row: Row): OpsStation {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    state: row.state,
    online: row.online,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    chargers: row.chargers,
    freeSlots: row.free_slots,
    slots: row.slots,
    tariff: row.tariff_id,
    venue: row.venue_id,
    region: row.region_id,
    hasSecret: row.secret_hash !== '',
  };
}
