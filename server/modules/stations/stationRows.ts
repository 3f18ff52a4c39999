import { sql, type Selectable } from 'kysely';
import { stationIdLength } from '../../../contract/rules/places/stationId.ts';
import type { Station, StationSummary } from '../../../contract/stations.ts';
import type { Db } from '../../db/database.ts';
import { cachedPlan } from '../../db/preparedStatements.ts';
import type { Database } from '../../db/schema.ts';
import { tariffTerms } from '../tariffs/readTariffs.ts';
import { unreserved } from './reserved.ts';

const summaryColumns = [
  'id',
  'name',
  'address',
  'lat',
  'lng',
  'hours',
  'time_zone',
  'floor',
  'hint',
  'online',
  'slots',
  'state',
] as const;

type SummaryRow = Pick<Selectable<Database['stations']>, (typeof summaryColumns)[number]> & {
  /** The counts without reserved chargers and slots. */
  chargers: number;
  free_slots: number;
};

/** The counts that all riders see. */
function counts(now: Date) {
  const { chargers, freeSlots } = unreserved(now);
  return [chargers.as('chargers'), freeSlots.as('free_slots')] as const;
}

function presentSummary(row: SummaryRow): StationSummary {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    lat: row.lat,
    lng: row.lng,
    // Show zero for an offline cabinet, because it ejects no charger, and its counts are unknown.
    chargers: row.online ? row.chargers : 0,
    freeSlots: row.online ? row.free_slots : 0,
    slots: row.slots,
    online: row.online,
    hours: row.hours,
    timeZone: row.time_zone,
    floor: row.floor,
    hint: row.hint,
    ...(row.state === 'paused' && { paused: true }),
  };
}

/**
 * The station with its tariff. The result is null if the station is unknown or retired. `at` is the time of the read.
 */
export async function findStation(db: Db, id: string, at: Date): Promise<Station | null> {
  const row = await db
    .selectFrom('stations')
    .innerJoin(tariffTerms(db).as('tariff'), 'tariff.id', 'stations.tariff_id')
    .select(summaryColumns.map((column) => `stations.${column}` as const))
    .select(counts(at))
    .select(['tariff.terms', 'stations.photo', 'stations.photo_blur', 'stations.photo_blur_of'])
    .where('stations.id', '=', id)
    .where('stations.state', '<>', 'retired')
    .executeTakeFirst();
  if (!row) return null;
  const { photo, photo_blur: blur } = row;
  return {
    ...presentSummary(row),
    at: toMinute(at),
    photo,
    ...(blur !== null && row.photo_blur_of === photo && { photoBlur: blur }),
    tariff: row.terms,
  };
}

export async function findSummary(db: Db, id: string, now: Date): Promise<StationSummary | null> {
  const row = await db
    .selectFrom('stations')
    .select(summaryColumns)
    .select(counts(now))
    .where('id', '=', id)
    .where('state', '<>', 'retired')
    .executeTakeFirst();
  return row ? presentSummary(row) : null;
}

/** The stations with these ids, without an order. Unknown and retired stations are left out. */
export async function findSummaries(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<StationSummary[]> {
  if (ids.length === 0) return [];
  const columns = sql.join(summaryColumns.map((column) => sql.ref(column)));
  const { chargers, freeSlots } = unreserved(now);
  const { rows } = await sql<SummaryRow>`${cachedPlan}
    select ${columns}, ${chargers} as chargers, ${freeSlots} as free_slots from stations
    where id = any(${ids}::text[]) and state <> 'retired'`.execute(db);
  return rows.map(presentSummary);
}

/**
 * The maximum number of results. It is far above the usual number: of a million ids, about forty begin with the same
 * three characters.
 */
const maxById = 200;

/** The stations whose ids begin with `start`, which is in capitals. */
export async function findByIdStart(db: Db, start: string, now: Date): Promise<StationSummary[]> {
  // This range of ids is correct with every collation, because all ids have the same length and are in
  // capitals.
  const rows = await db
    .selectFrom('stations')
    .select(summaryColumns)
    .select(counts(now))
    .where('id', '>=', start.padEnd(stationIdLength, '0'))
    .where('id', '<=', start.padEnd(stationIdLength, 'Z'))
    .where(sql<boolean>`starts_with(id, ${start})`)
    .where('state', '<>', 'retired')
    .limit(maxById)
    .execute();
  return rows.map(presentSummary);
}

/**
 * Rounds the time of counts down to the minute, because an exact time would change the ETag with every
 * answer.
 */
export function toMinute(at: Date): string {
  const minute = 60_000;
  return new Date(Math.floor(at.getTime() / minute) * minute).toISOString();
}
