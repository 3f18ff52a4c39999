import { sql } from 'kysely';
import type { RentalState } from '../../../contract/orders.ts';
import type { Db } from '../../db/database.ts';

/** The currencies of the rentals in these states, each once. */
export async function currenciesOfRentals(
  db: Db,
  states: readonly RentalState[],
): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct tariff ->> 'currency' as currency from rentals
    where state in (${listed(states)})`.execute(db);
  return rows.map(({ currency }) => currency);
}

/**
 * Writes the minimum charge of a currency, in minor units, into the frozen tariffs of the rentals in these states. A
 * rental that already has a minimum charge does not change, because the rider agreed to this minimum charge.
 */
export async function addMinimumCharge(
  db: Db,
  currency: string,
  minimum: number,
  states: readonly RentalState[],
): Promise<void> {
  await sql`
    update rentals set tariff = tariff || jsonb_build_object('minimumCharge', ${minimum}::int)
    where state in (${listed(states)}) and tariff ->> 'currency' = ${currency}
      and not tariff ? 'minimumCharge'
  `.execute(db);
}

function listed(states: readonly RentalState[]) {
  return sql.join(states.map((state) => sql.lit(state)));
}
