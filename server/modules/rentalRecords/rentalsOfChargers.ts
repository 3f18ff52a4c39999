import { sql } from 'kysely';
import type { UnitOfWork } from '../../unitOfWork.ts';
import { openStates } from './machine.ts';

/** The open rentals of these chargers, with their riders. */
export async function openRentalsOfChargers(
  work: UnitOfWork,
  chargers: readonly string[],
): Promise<{ rentalId: string; userId: string }[]> {
  if (chargers.length === 0) return [];
  return work.trx
    .selectFrom('rentals')
    .select(['id as rentalId', 'user_id as userId'])
    .where('charger', '=', sql<string>`any(${[...chargers]}::text[])`)
    .where('state', 'in', [...openStates])
    .orderBy('id')
    .execute();
}
