import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/** The currencies of all tariffs, each once. */
export async function currenciesOfTariffs(db: Db): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct terms ->> 'currency' as currency from tariffs`.execute(db);
  return rows.map(({ currency }) => currency);
}

/** Writes the minimum charge, in minor units, into every tariff of a currency. */
export async function setMinimumCharge(db: Db, currency: string, minimum: number): Promise<void> {
  await sql`
    update tariffs set terms = terms || jsonb_build_object('minimumCharge', ${minimum}::int)
    where terms ->> 'currency' = ${currency}
      and (terms ->> 'minimumCharge')::int is distinct from ${minimum}
  `.execute(db);
}
