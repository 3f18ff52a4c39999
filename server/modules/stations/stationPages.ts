import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { unreserved } from './reserved.ts';

/** The number of rows in a page. A page of this size blocks other requests only for a few milliseconds. */
const pageRows = 500;

const columns = [
  'id',
  'name',
  'address',
  'lat',
  'lng',
  'hours',
  'time_zone',
  'floor',
  'hint',
  'photo',
  'tariff_id',
  'own_tariff_id',
  'venue_id',
  'slots',
  'layout',
  'online',
  'last_seen_at',
  'inventory_at',
  'changed_at',
  'source',
  'state',
] as const;

/** The columns of a station that the feed for other apps and the export read. */
export type ExportedStation = Pick<
  Selectable<Database['stations']>,
  (typeof columns)[number] | 'chargers' | 'free_slots'
>;

/**
 * Reads all stations except retired stations in pages, ordered by id. The counts are those at `now`, without reserved
 * chargers and slots.
 */
export async function* stationPages(db: Db | Trx, now: Date): AsyncGenerator<ExportedStation[]> {
  const { chargers, freeSlots } = unreserved(now);
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('stations')
      .select(columns)
      .select([chargers.as('chargers'), freeSlots.as('free_slots')])
      .where('id', '>', after)
      .where('state', '<>', 'retired')
      .orderBy('id')
      .limit(pageRows)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}

/** The time of the last change of a station; the start of 1970 if there are no stations. */
export async function lastChangeOfStations(db: Db): Promise<Date> {
  const row = await db
    .selectFrom('stations')
    .select(({ fn }) => fn.max('changed_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? new Date(0);
}

/** The time zone of most stations. It is null if there are no stations. */
export async function commonestTimeZone(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('stations')
    .select('time_zone')
    .groupBy('time_zone')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('time_zone')
    .limit(1)
    .executeTakeFirst();
  return row?.time_zone ?? null;
}
