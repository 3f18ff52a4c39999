import type {
  OpsStation,
  OpsStationList,
  StationState,
} from '../../../contract/operators/stations.ts';
import type { Db } from '../../db/database.ts';

const columns = [
  'id',
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

/** A page of the stations as operators see them, also the retired ones. */
export async function listOpsStations(
  db: Db,
  { state, after, limit }: { state?: StationState | undefined; after: string; limit: number },
): Promise<OpsStationList> {
  const rows = await select(db)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'live'))
    .where('id', '>', after)
    .orderBy('id')
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
  const row = await select(db).where('id', '=', id).executeTakeFirst();
  return row ? present(row) : null;
}

function select(db: Db) {
  return db.selectFrom('stations').select(columns);
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
    hasSecret: row.secret_hash !== '',
  };
}
