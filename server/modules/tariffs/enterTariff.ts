import type { Tariff } from '../../../contract/rules/pricing/pricing.ts';
import type { Db } from '../../db/database.ts';

/** Inserts a tariff. An existing tariff with the same id does not change. Returns whether the tariff is new. */
export async function enterTariff(db: Db, tariff: Tariff): Promise<boolean> {
  const entered = await db
    .insertInto('tariffs')
    .values({ id: tariff.id, terms: JSON.stringify(tariff) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return entered !== undefined;
}
