import { sql } from 'kysely';
import type { OpeningHours } from '../../../contract/stations.ts';
import type { Db } from '../../db/database.ts';
import { addStationWords, removeStationWords, type NamedPlace } from '../../db/stationWordIndex.ts';

/** The data of a station that the operator sets, without its state. */
export interface StationRecord {
  id: string;
  name: string;
  address: string;
  lat: number;
  lng: number;
  hours: OpeningHours;
  /** The IANA time zone of `hours`. */
  timeZone: string;
  floor: string | null;
  hint: string | null;
  photo: string | null;
  /** The arrangement of the slots, such as `4x2`; null for the arrangement that the cabinet reports. */
  layout: string | null;
  /** The tariff of the import. Assignments of the station or of its venue take precedence over this tariff. */
  tariffId: string;
  /** Null if the station is in no venue. */
  venueId: string | null;
  /** The cabinet's number of slots. The server ignores this number once the cabinet has reported its slots. */
  slots: number;
  /**
   * The hash of the secret; null keeps the stored secret. The cabinet of a new station cannot connect without a secret.
   */
  secretHash: string | null;
  /** The unique `system/station_id` of a station that was imported from another system. */
  source: string | null;
}

export interface Saved {
  inserted: number;
  updated: number;
  unchanged: number;
}

/** Larger batches would not be faster. */
const batchSize = 1_000;

/**
 * Inserts stations, and changes existing stations. A second call with the same records changes nothing. Only this
 * function writes names, addresses and positions, because it also updates the search index. Call `updateTariffs`
 * afterwards, because assignments may take precedence over the tariffs of the records. After the transaction, call
 * `refreshCells`; without this call, the counts of the tiles change a little later.
 *
 * @param now the stored time of the change.
 */
export async function saveStations(
  trx: Db,
  records: readonly StationRecord[],
  now: Date,
): Promise<Saved> {
  const saved: Saved = { inserted: 0, updated: 0, unchanged: 0 };
  if (records.length === 0) return saved;
  await lockMasterData(trx);
  // If several records have the same id, use the last of them.
  const distinct = [...new Map(records.map((record) => [record.id, record])).values()];
  for (let start = 0; start < distinct.length; start += batchSize) {
    const batch = await saveBatch(trx, distinct.slice(start, start + batchSize), now);
    saved.inserted += batch.inserted;
    saved.updated += batch.updated;
    saved.unchanged += batch.unchanged;
  }
  return saved;
}

/**
 * Makes other inserts and changes of stations wait until the transaction ends. Otherwise two concurrent inserts of one
 * station would both count its words for the search. Cabinets and riders do not wait for this lock.
 */
export async function lockMasterData(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('stations'))`.execute(trx);
}

async function saveBatch(trx: Db, records: StationRecord[], now: Date): Promise<Saved> {
  const known = await selectStored(trx, idsOf(records)).execute();
  const { changed: candidates } = whatDiffers(records, byId(known));
  // Lock only changed stations until the commit, so that the cabinets of all other stations can still write.
  const locked = await selectStored(trx, idsOf(candidates))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const before = byId(locked);
  const differing = whatDiffers(candidates, before);
  const after = await write(trx, differing.changed, now);
  // The search leaves out retired stations.
  const renamed = after.filter(
    (row) => before.get(row.id)?.state !== 'retired' && !isNamedAlike(row, before.get(row.id)),
  );
  await removeStationWords(
    trx,
    renamed.flatMap(({ id }) => before.get(id) ?? []),
  );
  await addStationWords(trx, renamed);
  return count(records, differing);
}

type StoredStation = Awaited<ReturnType<ReturnType<typeof selectStored>['execute']>>[number];

function selectStored(db: Db, ids: string[]) {
  return db
    .selectFrom('stations')
    .select(['id', 'name', 'address', 'lat', 'lng', 'hours', 'time_zone', 'floor', 'hint'])
    .select([
      'photo',
      'layout',
      'own_tariff_id',
      'venue_id',
      'slots',
      'secret_hash',
      'inventory_at',
      'place',
      'source',
      'state',
    ])
    .where(sql<boolean>`id = any(${ids}::text[])`);
}

function idsOf(records: readonly StationRecord[]): string[] {
  return records.map(({ id }) => id);
}

function byId(rows: StoredStation[]): Map<string, StoredStation> {
  return new Map(rows.map((row) => [row.id, row]));
}

interface Differing {
  changed: StationRecord[];
  /** The number of changed records whose stations are new. */
  inserted: number;
}

function whatDiffers(
  records: readonly StationRecord[],
  known: Map<string, StoredStation>,
): Differing {
  const changed = records.filter((record) => {
    const row = known.get(record.id);
    return !row || isDifferent(record, row);
  });
  return { changed, inserted: changed.filter(({ id }) => !known.has(id)).length };
}

function count(records: readonly StationRecord[], { changed, inserted }: Differing): Saved {
  return {
    inserted,
    updated: changed.length - inserted,
    unchanged: records.length - changed.length,
  };
}

function isDifferent(record: StationRecord, row: StoredStation): boolean {
  return (
    record.name !== row.name ||
    record.address !== row.address ||
    record.lat !== row.lat ||
    record.lng !== row.lng ||
    JSON.stringify(record.hours) !== JSON.stringify(row.hours) ||
    record.timeZone !== row.time_zone ||
    record.floor !== row.floor ||
    record.hint !== row.hint ||
    record.photo !== row.photo ||
    record.layout !== row.layout ||
    record.tariffId !== row.own_tariff_id ||
    record.venueId !== row.venue_id ||
    record.source !== row.source ||
    (record.secretHash !== null && record.secretHash !== row.secret_hash) ||
    (row.inventory_at === null && record.slots !== row.slots)
  );
}

function isNamedAlike(a: NamedPlace, b: NamedPlace | undefined): boolean {
  return b !== undefined && a.name === b.name && a.address === b.address && a.place === b.place;
}

async function write(trx: Db, records: StationRecord[], now: Date): Promise<NamedPlace[]> {
  if (records.length === 0) return [];
  const { rows } = await sql<NamedPlace>`
    insert into stations as known (id, name, address, lat, lng, hours, time_zone, floor, hint, photo, layout,
      tariff_id, own_tariff_id, own_tariff_at, venue_id, slots, source, secret_hash, changed_at)
    select id, name, address, lat, lng, hours, "timeZone", floor, hint, photo, layout, "tariffId", "tariffId",
      ${now}::timestamptz, "venueId", slots, source,
      coalesce("secretHash", ''), ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as given(id text, name text,
      address text, lat float8, lng float8, hours jsonb, "timeZone" text, floor text, hint text,
      photo text, layout text, "tariffId" text, "venueId" text, slots int, source text, "secretHash" text)
    order by id
    on conflict (id) do update set name = excluded.name, address = excluded.address,
      lat = excluded.lat, lng = excluded.lng, hours = excluded.hours, time_zone = excluded.time_zone,
      floor = excluded.floor, hint = excluded.hint, photo = excluded.photo, layout = excluded.layout,
      tariff_id = case when excluded.own_tariff_id = known.own_tariff_id then known.tariff_id
        else excluded.tariff_id end,
      own_tariff_id = excluded.own_tariff_id,
      own_tariff_at = case when excluded.own_tariff_id = known.own_tariff_id then known.own_tariff_at
        else excluded.own_tariff_at end,
      venue_id = excluded.venue_id, source = excluded.source, changed_at = excluded.changed_at,
      slots = case when known.inventory_at is null then excluded.slots else known.slots end,
      secret_hash = coalesce(nullif(excluded.secret_hash, ''), known.secret_hash),
      version = known.version + 1,
      field_versions = known.field_versions || (
        select coalesce(jsonb_object_agg(field, known.version + 1), '{}') from (values
          ('name', excluded.name is distinct from known.name),
          ('address', excluded.address is distinct from known.address),
          ('lat', excluded.lat is distinct from known.lat),
          ('lng', excluded.lng is distinct from known.lng),
          ('hours', excluded.hours is distinct from known.hours),
          ('timeZone', excluded.time_zone is distinct from known.time_zone),
          ('floor', excluded.floor is distinct from known.floor),
          ('hint', excluded.hint is distinct from known.hint),
          ('photo', excluded.photo is distinct from known.photo),
          ('layout', excluded.layout is distinct from known.layout),
          ('venue', excluded.venue_id is distinct from known.venue_id)) as one (field, is_changed)
        where is_changed)
    returning id, place, name, address`.execute(trx);
  return rows;
}

/** Changes the secret of a station's cabinet, and adds a photo and its blur if the station has none. */
export async function setSecret(
  trx: Db,
  stationId: string,
  { secretHash, photo, photoBlur }: { secretHash: string; photo: string; photoBlur: string },
): Promise<void> {
  await trx
    .updateTable('stations')
    .set(({ fn, val }) => ({ secret_hash: secretHash, photo: fn.coalesce('photo', val(photo)) }))
    .where('id', '=', stationId)
    .execute();
  await trx
    .updateTable('stations')
    .set({ photo_blur: photoBlur, photo_blur_of: photo })
    .where('id', '=', stationId)
    .where('photo', '=', photo)
    .execute();
}
