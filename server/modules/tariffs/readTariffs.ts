import type { Tariff } from '../../../contract/rules/pricing/pricing.ts';
import type { Db } from '../../db/database.ts';

/** A query for other queries to join: the terms of each tariff, by its id. */
export function tariffTerms(db: Db) {
  return db.selectFrom('tariffs').select(['id', 'terms']);
}

/** All tariffs, ordered by id. */
export async function allTariffs(db: Db): Promise<Tariff[]> {
  const rows = await tariffTerms(db).orderBy('id').execute();
  return rows.map(({ id, terms }) => ({ ...terms, id }));
}

/** The terms of a tariff; null if there is none with this id. */
export async function findTerms(db: Db, id: string): Promise<Tariff | null> {
  const row = await tariffTerms(db).where('id', '=', id).executeTakeFirst();
  return row ? { ...row.terms, id: row.id } : null;
}

/** The first tariff in the order of ids. It is null if there is no tariff. */
export async function firstTariff(db: Db): Promise<Tariff | null> {
  const row = await tariffTerms(db).orderBy('id').limit(1).executeTakeFirst();
  return row ? { ...row.terms, id: row.id } : null;
}
