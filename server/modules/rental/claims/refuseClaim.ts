import type { UnitOfWork } from '../../../unitOfWork.ts';
import { lockRental } from '../../rentalRecords/rentals.ts';
import { resumeClock } from './decideClaim.ts';

/**
 * A person's decision that the charger is not back: the time counts again. Returns false if no claim about
 * the rental is open.
 */
export async function refuseClaim(work: UnitOfWork, rentalId: string): Promise<boolean> {
  const rental = await lockRental(work, rentalId);
  if (!rental.claimed_at) return false;
  await resumeClock(work, rental);
  return true;
}
