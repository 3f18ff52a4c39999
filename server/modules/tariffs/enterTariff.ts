import type { Tariff } from '../../../contract/rules/pricing/pricing.ts';
import type { Db } from '../../db/database.ts';

/** Inserts a tariff. An existing tariff with the same id does not change. */
export async function enterTariff(db: Db, tariff: Tariff): Promise<void> {
  await db
    .insertInto('tariffs')
    .values({ id: tariff.id, terms: JSON.stringify(tariff) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
