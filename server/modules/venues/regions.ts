import type { Selectable } from 'kysely';
import type { RegionShown } from '../../../contract/operators/venues.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';

export type RegionRow = Selectable<Database['regions']>;

/** All regions, in the order of their ids. */
export async function allRegions(db: Db): Promise<RegionShown[]> {
  const rows = await db.selectFrom('regions').selectAll().orderBy('id').execute();
  return rows.map(presentRegion);
}

export const presentRegion = ({ id, name, version }: RegionRow): RegionShown => ({
  id,
  name,
  version,
});

export async function findRegion(db: Db, id: string): Promise<RegionRow | null> {
  const row = await db.selectFrom('regions').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Inserts a region. Returns null if another region has this id. */
export async function insertRegion(
  trx: Trx,
  region: { id: string; name: string },
): Promise<RegionRow | null> {
  const row = await trx
    .insertInto('regions')
    .values(region)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Reads and locks a region. Returns null for an unknown id. */
export async function lockRegion(trx: Trx, id: string): Promise<RegionRow | null> {
  const row = await trx
    .selectFrom('regions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Changes a locked region. */
export function updateRegion(
  trx: Trx,
  id: string,
  set: { name: string; version: number; field_versions: string },
): Promise<RegionRow> {
  return trx
    .updateTable('regions')
    .set(set)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
