import type { UnitOfWork } from '../../db/unitOfWork.ts';
import type { RentalRow } from './rentals.ts';

/** Locks all rentals of a rider, in a fixed order. */
export function lockRentalsOf(
  work: UnitOfWork,
  userId: string,
): Promise<Pick<RentalRow, 'id' | 'state'>[]> {
  return work.trx
    .selectFrom('rentals')
    .select(['id', 'state'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Moves a guest's rentals, and the claims about them, to a rider. The caller must have locked the rentals. */
export async function moveRentals(
  { trx }: UnitOfWork,
  guestId: string,
  userId: string,
): Promise<void> {
  await trx
    .updateTable('rental_claims')
    .set({ user_id: userId })
    .where('user_id', '=', guestId)
    .execute();
  await trx
    .updateTable('rentals')
    .set({ user_id: userId })
    .where('user_id', '=', guestId)
    .execute();
}
