import type { Trx } from '../../db/database.ts';
import { rentalStates } from '../rentalRecords/rentalQueries.ts';

/** Deletes what a rider wrote in disputes. The reason and the decision stay with the order. */
export async function forgetDisputes(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('disputes')
    .set({ note: '' })
    .where('rental_id', 'in', (of) =>
      of
        .selectFrom(rentalStates(trx).as('rental'))
        .select('rental.id')
        .where('rental.user_id', '=', userId),
    )
    .execute();
}
