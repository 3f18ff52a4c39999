import type { UnitOfWork } from '../../unitOfWork.ts';
import { giveCouponBack } from '../coupons/settleCoupon.ts';
import type { RentalEvent } from '../rentalRecords/machine.ts';
import { storeMove, type RentalChange, type RentalRow } from '../rentalRecords/rentals.ts';

/**
 * Makes one state change of a locked rental. It clears the timer unless `next_check_at` sets a new one.
 * The rider can use the coupon of a failed rental again.
 *
 * @throws if the change is not possible from the state that the caller read.
 */
export async function moveRental(
  work: UnitOfWork,
  rental: Pick<RentalRow, 'id' | 'state'>,
  event: RentalEvent,
  set: RentalChange = {},
): Promise<RentalRow> {
  const moved = await storeMove(work, rental, event, set);
  if (moved.state === 'failed' || moved.state === 'review') await giveCouponBack(work, moved);
  work.orderChanged(moved.user_id, moved.id);
  return moved;
}

/** Limits a time from a cabinet's clock, which may be wrong, to the possible times. */
export function between(earliest: Date, at: Date, latest: Date): Date {
  const upper = Math.min(at.getTime(), latest.getTime());
  return new Date(Math.max(earliest.getTime(), upper));
}
