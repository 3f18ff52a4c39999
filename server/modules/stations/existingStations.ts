import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';

/** The two keys that can identify a station of an import. */
interface Key {
  id: string | null;
  source?: string | null | undefined;
}

/**
 * The stations in the database with these ids or sources. The keys of the map are ids and sources. An id and a source
 * cannot be equal, because a source contains a slash and an id does not.
 */
export async function existingStations(
  trx: Trx,
  keys: readonly Key[],
): Promise<Map<string, ExistingStation>> {
  const ids = keys.flatMap(({ id }) => id ?? []);
  const sources = keys.flatMap(({ source }) => source ?? []);
  // Use two queries, because for one combined query the planner would read the whole table.
  const byId = ids.length > 0 ? await select(trx, 'id', ids) : [];
  const bySource = sources.length > 0 ? await select(trx, 'source', sources) : [];
  return new Map([
    ...byId.map((row) => [row.id, row] as const),
    ...bySource.map((row) => [row.source ?? '', row] as const),
  ]);
}

/** The stored station of a row, found by the id, or by the source if the row has no id. */
export function stationOf(
  { id, source }: Key,
  existing: ReadonlyMap<string, ExistingStation>,
): ExistingStation | undefined {
  return existing.get(id ?? source ?? '');
}

export type ExistingStation = Awaited<ReturnType<typeof select>>[number];

function select(trx: Trx, column: 'id' | 'source', values: string[]) {
  return trx
    .selectFrom('stations')
    .select(['id', 'name', 'address', 'lat', 'lng', 'hours', 'time_zone', 'floor', 'hint'])
    .select([
      'photo',
      'tariff_id',
      'own_tariff_id',
      'venue_id',
      'slots',
      'layout',
      'source',
      'state',
      'last_seen_at',
    ])
    .where(sql<boolean>`${sql.ref(column)} = any(${values}::text[])`)
    .execute();
}
