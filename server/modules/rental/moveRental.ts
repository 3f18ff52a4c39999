import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { giveCouponBack } from '../coupons/settleCoupon.ts';
import type { RentalEvent } from '../rentalRecords/machine.ts';
import { giveReservationBack } from '../reservations/reservations.ts';
import { storeMove, type RentalChange, type RentalRow } from '../rentalRecords/rentals.ts';

/**
 * Makes one state change of a locked rental, like `storeMove`. After the change to `failed`, the rider can use the
 * coupon and the reservation of the rental again. After the change to `review`, the rider can use the coupon again.
 *
 * @throws if the change is not possible from the state that the caller read, or if the state has changed since.
 */
export async function moveRental(
  work: UnitOfWork,
  rental: Pick<RentalRow, 'id' | 'state'>,
  event: RentalEvent,
  set: RentalChange = {},
): Promise<RentalRow> {
  const moved = await storeMove(work, rental, event, set);
  if (moved.state === 'failed' || moved.state === 'review') await giveCouponBack(work, moved);
  if (moved.state === 'failed') await giveReservationBack(work, moved.id);
  work.orderChanged(moved.user_id, moved.id);
  return moved;
}

/** Limits a time from a cabinet's clock to the possible times, because that clock may be wrong. */
export function between(earliest: Date, at: Date, latest: Date): Date {
  const upper = Math.min(at.getTime(), latest.getTime());
  return new Date(Math.max(earliest.getTime(), upper));
}
