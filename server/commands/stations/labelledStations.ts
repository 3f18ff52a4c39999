import { sql } from 'kysely';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import type { Db } from '../../db/database.ts';
import { stationPages } from '../../modules/stations/stationPages.ts';
import { FileError } from '../../modules/network/import/entry.ts';
import { quoted } from '../../modules/network/import/fields.ts';
import type { LabelledStation } from './labels.ts';

/**
 * The stations with these ids, in the order of the ids, which may be in any form that people type. If no
 * ids are given, the result is all stations.
 *
 * @throws {FileError} that names every unknown id.
 */
export async function labelledStations(
  db: Db,
  typed: readonly string[] | null,
): Promise<AsyncIterable<readonly LabelledStation[]>> {
  if (typed === null) return stationPages(db, new Date());
  const ids = typed.map((id) => parseStationId(id));
  const rows = await db
    .selectFrom('stations')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${ids.filter((id) => id !== null)}::text[])`)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  const unknown = typed.filter((_, at) => !known.has(ids[at] ?? ''));
  if (unknown.length > 0)
    throw new FileError(`There is no station ${unknown.map(quoted).join(', ')}.`);
  const found = ids.flatMap((id) => known.get(id ?? '') ?? []);
  return (async function* () {
    yield found;
  })();
}
