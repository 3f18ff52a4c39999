import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { transact } from '../../unitOfWork.ts';
import { advanceById } from './advance.ts';
import { openStates } from './machine.ts';

type Needed = Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'payments' | 'log'>;

/**
 * Writes the provider's minimum charge into every tariff, and into the terms of unsettled rentals that do
 * not have it. Settles unpaid bills below it. Runs at every start, and changes nothing the second time.
 */
export async function applyMinimumCharges(deps: Needed): Promise<void> {
  const { rows } = await sql<{ currency: string }>`
    select distinct terms ->> 'currency' as currency from tariffs
    union select distinct tariff ->> 'currency' from rentals where state in (${unsettled})
  `.execute(deps.db);
  for (const { currency } of rows) await keepMinimum(deps, currency);
  await settleSmallDebts(deps);
}

const unsettled = sql.join(
  [...openStates, 'settling', 'unpaid', 'paying', 'lost'].map((state) => sql.lit(state)),
);

async function keepMinimum({ db, payments }: Needed, currency: string): Promise<void> {
  const minimum = payments.minimumCharge(currency);
  const term = sql`jsonb_build_object('minimumCharge', ${minimum}::int)`;
  await sql`
    update tariffs set terms = terms || ${term}
    where terms ->> 'currency' = ${currency}
      and (terms ->> 'minimumCharge')::int is distinct from ${minimum}
  `.execute(db);
  // Terms that a rider agreed to must not change.
  await sql`
    update rentals set tariff = tariff || ${term}
    where state in (${unsettled}) and tariff ->> 'currency' = ${currency}
      and not tariff ? 'minimumCharge'
  `.execute(db);
}

async function settleSmallDebts(deps: Needed): Promise<void> {
  const debts = await sql<{ id: string }>`
    select rentals.id from rentals
    where rentals.state = 'unpaid'
      and rentals.total - (
        select coalesce(sum(captured - refunded), 0) from payments
        where payments.rental_id = rentals.id
      ) < (rentals.tariff ->> 'minimumCharge')::int
  `.execute(deps.db);
  for (const { id } of debts.rows) await transact(deps, (work) => advanceById(work, id));
}
