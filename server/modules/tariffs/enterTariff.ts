import type { Tariff } from '../../../contract/rules/pricing/pricing.ts';
import type { Db } from '../../db/database.ts';

/** Inserts a tariff; an existing one stays unchanged. */
export async function enterTariff(db: Db, tariff: Tariff): Promise<void> {
  await db
    .insertInto('tariffs')
    .values({ id: tariff.id, terms: JSON.stringify(tariff) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
