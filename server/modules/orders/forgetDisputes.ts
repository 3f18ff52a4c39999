import type { Db, Trx } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { chargeableBackMs } from '../payments/methods/dropOldMethods.ts';
import { rentalStates } from '../rentalRecords/rentalQueries.ts';

/** Deletes the texts that a rider wrote in disputes. The reason and the decision stay with the order. */
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

/** Deletes the texts that riders wrote in disputes that were answered long ago. */
export async function dropOldNotes(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('disputes')
    .set({ note: '' })
    .where('answered_at', '<', addMs(now, -chargeableBackMs))
    .where('note', '<>', '')
    .execute();
}
