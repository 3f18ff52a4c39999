import type { Db, Trx } from '../../db/database.ts';
import { riderNumbers } from '../auth/userQueries.ts';
import { orderNumbers } from '../rentalRecords/rentalQueries.ts';
import { freezing } from './freeze.ts';

/** The amounts of each chargeback in minor units, as a subquery that other queries join. */
export function chargebackAmounts(db: Db) {
  return db
    .selectFrom('chargebacks')
    .select(['id', 'provider_id', 'state', 'withdrawn', 'reinstated', 'lost']);
}

/** The chargebacks for operators, with the numbers of their riders and orders. The oldest comes first. */
export function chargebacksForOperators(
  db: Db | Trx,
  {
    isUndecided,
    after,
    limit,
  }: { isUndecided: boolean; after: { at: Date; id: string } | undefined; limit: number },
) {
  return numberedChargebacks(db)
    .$if(isUndecided, (query) => query.where('chargebacks.state', 'in', ['warned', ...freezing]))
    .$if(after !== undefined, (query) =>
      query.where((of) =>
        of(
          of.refTuple('chargebacks.created_at', 'chargebacks.id'),
          '>',
          of.tuple(after?.at ?? new Date(0), after?.id ?? ''),
        ),
      ),
    )
    .orderBy('chargebacks.created_at')
    .orderBy('chargebacks.id')
    .limit(limit)
    .execute();
}

/** The amount of the chargeback with this id at the provider; null if there is none. */
export async function chargebackAmount(db: Db | Trx, providerId: string) {
  const found = await db
    .selectFrom('chargebacks')
    .select(['amount', 'currency'])
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return found ?? null;
}

/** @throws if there is no such chargeback. */
export function chargebackById(db: Db | Trx, id: string) {
  return numberedChargebacks(db).where('chargebacks.id', '=', id).executeTakeFirstOrThrow();
}

function numberedChargebacks(db: Db | Trx) {
  return db
    .selectFrom('chargebacks')
    .innerJoin(riderNumbers(db).as('rider'), 'rider.id', 'chargebacks.user_id')
    .leftJoin(orderNumbers(db).as('rental'), 'rental.id', 'chargebacks.rental_id')
    .selectAll('chargebacks')
    .select(['rider.number as rider', 'rental.number as order']);
}
