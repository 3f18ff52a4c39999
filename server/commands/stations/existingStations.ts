import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Draft } from './entry.ts';

/** The keys that identify a row's station. */
export type Key = Pick<Draft, 'id' | 'source'>;

/**
 * The stations in the database with these ids or sources. The map has both as keys. An id has no
 * slash and a source has one, so they differ.
 */
export async function existingStations(
  trx: Trx,
  keys: readonly Key[],
): Promise<Map<string, ExistingStation>> {
  const ids = keys.flatMap(({ id }) => id ?? []);
  const sources = keys.flatMap(({ source }) => source ?? []);
  // Two queries, because with one the planner would read the whole table.
  const byId = ids.length > 0 ? await select(trx, 'id', ids) : [];
  const bySource = sources.length > 0 ? await select(trx, 'source', sources) : [];
  return new Map([
    ...byId.map((row) => [row.id, row] as const),
    ...bySource.map((row) => [row.source ?? '', row] as const),
  ]);
}

/** A row's id takes priority; stations of other systems get their ids from their sources. */
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
    .select(['photo', 'tariff_id', 'slots', 'source'])
    .where(sql<boolean>`${sql.ref(column)} = any(${values}::text[])`)
    .execute();
}
