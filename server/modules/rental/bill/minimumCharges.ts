import { sql } from 'kysely';
import type { RentalState } from '../../../../contract/orders.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { transact } from '../../../db/unitOfWork.ts';
import { paymentAmounts } from '../../payments/paymentQueries.ts';
import { openStates } from '../../rentalRecords/machine.ts';
import { addMinimumCharge, currenciesOfRentals } from '../../rentalRecords/minimumCharge.ts';
import { rentalSummaries } from '../../rentalRecords/rentalQueries.ts';
import { currenciesOfTariffs, setMinimumCharge } from '../../tariffs/minimumCharge.ts';
import { doNextStepsById } from '../doNextSteps.ts';

type Needed = Pick<Dependencies, 'db' | 'clock' | 'outbox' | 'changes' | 'payments' | 'log'>;

/**
 * Writes the provider's minimum charge into every tariff, and into the frozen tariffs of unsettled rentals
 * that have no minimum charge. Then settles the unpaid bills below the minimum charge. This function runs at
 * every start of the server. A second run changes nothing.
 */
export async function applyMinimumCharges(deps: Needed): Promise<void> {
  const { db, payments } = deps;
  const currencies = [
    ...(await currenciesOfTariffs(db)),
    ...(await currenciesOfRentals(db, unsettled)),
  ];
  for (const currency of new Set(currencies)) {
    const minimum = payments.minimumCharge(currency);
    await setMinimumCharge(db, currency, minimum);
    await addMinimumCharge(db, currency, minimum, unsettled);
  }
  await settleSmallDebts(deps);
}

const unsettled: RentalState[] = [...openStates, 'settling', 'unpaid', 'paying', 'lost'];

async function settleSmallDebts(deps: Needed): Promise<void> {
  const debts = await sql<{ id: string }>`
    select rental.id from ${rentalSummaries(deps.db)} as rental
    where rental.state = 'unpaid'
      and rental.total - (
        select coalesce(sum(captured - refunded), 0) from ${paymentAmounts(deps.db)} as payment
        where payment.rental_id = rental.id
      ) < (rental.tariff ->> 'minimumCharge')::int
  `.execute(deps.db);
  for (const { id } of debts.rows) await transact(deps, (work) => doNextStepsById(work, id));
}
