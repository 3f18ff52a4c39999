import type { Db } from '../../db/database.ts';

/** Whether there is a station with this id. */
export async function hasStation(db: Db, id: string): Promise<boolean> {
  return (await knownStations(db, [id])).has(id);
}

/** The ids from this list that belong to stations. */
export async function knownStations(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('stations')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
