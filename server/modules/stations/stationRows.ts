import { sql, type Selectable } from 'kysely';
import type { Bounds } from '../../../contract/rules/tiles.ts';
import type { Station, StationSummary } from '../../../contract/stations.ts';
import type { Db } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';

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
  'chargers',
  'free_slots',
  'slots',
] as const;

type SummaryRow = Pick<Selectable<Database['stations']>, (typeof summaryColumns)[number]>;

export function presentSummary(row: SummaryRow): StationSummary {
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    lat: row.lat,
    lng: row.lng,
    // A cabinet that cannot be reached hands out nothing and takes nothing in.
    chargers: row.online ? row.chargers : 0,
    freeSlots: row.online ? row.free_slots : 0,
    slots: row.slots,
    online: row.online,
    hours: row.hours,
    timeZone: row.time_zone,
    floor: row.floor,
    hint: row.hint,
  };
}

/**
 * True for stations within the bounds: west and north edge in, east and south out, so that each
 * station is in one tile only. The box is what the index on `point(lng, lat)` answers.
 */
export function within({ north, south, east, west }: Bounds) {
  return sql<boolean>`(point(lng, lat) <@ box(point(${west}, ${south}), point(${east}, ${north}))
    and lng < ${east}::float8 and lat > ${south}::float8)`;
}

export async function stationsWithin(
  db: Db,
  bounds: Bounds,
  limit: number,
): Promise<StationSummary[]> {
  const rows = await db
    .selectFrom('stations')
    .select(summaryColumns)
    .where(within(bounds))
    .limit(limit)
    .execute();
  // The same stations give the same bytes, whatever order the index found them in.
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1)).map(presentSummary);
}

/** The station, with its tariff; null where there is none. `at` is when it was read. */
export async function findStation(db: Db, id: string, at: Date): Promise<Station | null> {
  const row = await db
    .selectFrom('stations')
    .innerJoin('tariffs', 'tariffs.id', 'stations.tariff_id')
    .select(summaryColumns.map((column) => `stations.${column}` as const))
    .select('tariffs.terms')
    .where('stations.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return { ...presentSummary(row), at: toMinute(at), tariff: row.terms };
}

export async function findSummary(db: Db, id: string): Promise<StationSummary | null> {
  const row = await db
    .selectFrom('stations')
    .select(summaryColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? presentSummary(row) : null;
}

/** The age of counts is told to the minute: finer, no two answers would ever have the same ETag. */
export function toMinute(at: Date): string {
  const minute = 60_000;
  return new Date(Math.floor(at.getTime() / minute) * minute).toISOString();
}

export interface Position {
  lat: number;
  lng: number;
}

/**
 * Stations that a text names (each word in the name or address, or the start of an id), the nearest
 * first where a position is given.
 */
export async function stationsNamed(
  db: Db,
  { text, idPrefix, near, limit }: SearchTerms,
): Promise<StationSummary[]> {
  const words = text.split(/\s+/).filter(Boolean);
  let query = db
    .selectFrom('stations')
    .select(summaryColumns)
    .where(({ or, and, eb }) => {
      const named = and(
        words.map((word) => eb(sql`name || ' ' || address`, 'ilike', `%${escapeLike(word)}%`)),
      );
      return idPrefix ? or([named, eb('id', 'like', `${idPrefix}%`)]) : named;
    });
  query = near
    ? query.orderBy(sql`point(lng, lat) <-> point(${near.lng}, ${near.lat})`)
    : query.orderBy('name').orderBy('id');
  // Degrees are shorter east to west: more than asked for are sorted again by their true distance.
  const rows = await query.limit(near ? limit * 5 : limit).execute();
  const found = rows.map(presentSummary);
  if (!near) return found;
  return found.sort((a, b) => distance(a, near) - distance(b, near)).slice(0, limit);
}

export interface SearchTerms {
  text: string;
  /** In capitals, without spaces; null where the text cannot begin an id. */
  idPrefix: string | null;
  near: Position | null;
  limit: number;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}

/** Haversine; only compared, so in units of the earth's diameter. */
function distance(a: Position, b: Position): number {
  const radians = Math.PI / 180;
  const sinLat = Math.sin(((b.lat - a.lat) * radians) / 2);
  const sinLng = Math.sin(((b.lng - a.lng) * radians) / 2);
  const cosines = Math.cos(a.lat * radians) * Math.cos(b.lat * radians);
  return Math.asin(Math.sqrt(sinLat ** 2 + cosines * sinLng ** 2));
}
