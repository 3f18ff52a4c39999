import {
  billFound,
  billRental,
  billReturn,
  foundEndsAt,
  type Bill,
  type BillLine,
} from '../../../contract/rules/pricing/pricing.ts';
import { readPauses } from '../../../contract/rules/pricing/pauses.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { bookBill, correctBill, correctFoundBill } from '../ledger/ledger.ts';
import type { ChargerState } from '../cabinets/chargers.ts';
import { setCharger } from '../cabinets/slots.ts';
import { claimDiscount, settleCoupon } from '../coupons/settleCoupon.ts';
import { openClaimOf } from '../rentalRecords/claims.ts';
import { rentalTransition } from '../rentalRecords/machine.ts';
import { type RentalRow } from '../rentalRecords/rentals.ts';
import { endReservedSlot } from '../reservations/reservations.ts';
import { doNextSteps } from './doNextSteps.ts';
import { between, moveRental } from './moveRental.ts';
import { notifyFound, notifyLost, notifyReturned } from './notifyRider.ts';
import { refundsIn } from './bill/withRefund.ts';
import { claimedReturnAt, endClaimOfReturn } from './claims/decideClaim.ts';
import { lossDueAt } from '../rentalRecords/deadlines.ts';
import { noteSwappedOut } from './faulty/noteSwappedOut.ts';
import { billBoundMs } from './rentalLimits.ts';

interface Return {
  stationId: string;
  slot: number | null;
  /** The time of the return. If the time is uncertain, the earliest possible time. */
  at: Date;
  /** The state of the charger after the return, if it is not `docked`. */
  chargerState?: ChargerState;
  /**
   * The event of the cabinet that shows the return. Absent if an operator ends the rental, or if the first charger came
   * back during a failed swap.
   */
  event?: { readonly bootId: string; readonly seq: number };
}

/**
 * Ends a running rental after the return of its charger, and settles its bill. The ended rental gets the charger of
 * `rental`. After a failed swap, this is the first charger, although the stored row still has the second charger.
 */
export async function closeReturned(
  work: UnitOfWork,
  rental: RentalRow,
  back: Return,
): Promise<RentalRow> {
  const claim = rental.claimed_at && (await openClaimOf(work, rental.id));
  const { bill, set } = await returnOf(work, rental, {
    ...back,
    at: claimedReturnAt(claim, back.at),
  });
  await book(work, rental, bill);
  await setCharger(work, rental.charger, back.chargerState ?? 'docked');
  await endClaimOfReturn(work, claim, set.returned_at);
  await noteSwappedOut(work, rental);
  await endReservedSlot(work, rental.user_id, back);
  const { charger } = rental;
  const settling = await moveRental(work, rental, 'returned', { ...set, charger });
  const updated = await doNextSteps(work, settling);
  // Notify the rider after the next steps, because these steps may waive a rest of the bill.
  await notifyReturned(work, updated);
  return updated;
}

/**
 * Handles a late report that the charger of a lost rental was returned. If the return was before the loss, the server
 * bills the rental again and refunds the paid amount above the new bill.
 *
 * @param rental a locked rental without a return.
 * @returns false if the return was after the loss, or if the state of the rental allows no correction of the bill.
 */
export async function closeReturnedInTime(
  work: UnitOfWork,
  rental: RentalRow,
  back: Return,
): Promise<boolean> {
  if (!rentalTransition(rental.state, 'returnedInTime')) return false;
  if (back.at >= lossDueAt({ ...rental, started_at: startOf(rental) })) return false;
  const { bill: anew, set: times } = await returnOf(work, rental, back);
  const bill = withSupportRefund(anew, rental.lines);
  const { currency, lines } = bill;
  await correctBill(work, { rentalId: rental.id, currency, lines }, rental.lines);
  const settling = await moveRental(work, rental, 'returnedInTime', {
    ...times,
    ...billed(bill),
    payment_failure: null,
  });
  await notifyReturned(work, await doNextSteps(work, settling));
  return true;
}

/**
 * Handles the return of a lost charger after the loss. If the charger came back within the time of the tariff, the
 * rider gets the fee of the loss back, only once. A later report of the cabinet may still prove a return before the
 * loss.
 *
 * @param rental from `lockLostRental`.
 * @returns false if the charger came back too late, if it has already come back once, or if the state of the rental
 * allows no correction of the bill.
 */
export async function closeFound(work: UnitOfWork, rental: RentalRow, at: Date): Promise<boolean> {
  if (rental.found_at || !rentalTransition(rental.state, 'found')) return false;
  const { tariff } = rental;
  const startedAt = startOf(rental).getTime();
  // Use `lossDueAt`, because an ended claim may have moved the loss.
  if (at.getTime() > foundEndsAt(tariff, lossDueAt(rental).getTime())) return false;
  const found = billFound(tariff, startedAt, rental.is_free);
  const bill = withSupportRefund(found, rental.lines);
  const { currency, lines } = bill;
  await correctFoundBill(work, { rentalId: rental.id, currency, lines }, rental.lines);
  const settling = await moveRental(work, rental, 'found', {
    found_at: at,
    ...billed(bill),
    payment_failure: null,
    next_check_at: addMs(work.now, billBoundMs),
  });
  await notifyFound(work, await doNextSteps(work, settling));
  return true;
}

/** Adds the refunds of support to a corrected bill, so that the refunded amount is not charged again. */
function withSupportRefund(bill: Bill, former: readonly BillLine[]): Bill {
  const amount = Math.max(refundsIn(former), -bill.total);
  if (amount === 0) return bill;
  const lines = [...bill.lines, { kind: 'supportRefund' as const, amount }];
  return { ...bill, lines, total: bill.total + amount };
}

async function returnOf(
  work: UnitOfWork,
  rental: RentalRow,
  { stationId, slot, at, event }: Return,
) {
  const startedAt = startOf(rental);
  const returnedAt = between(startedAt, at, work.now);
  const sameStation = stationId === rental.station_id;
  const times = {
    startedAt: startedAt.getTime(),
    until: returnedAt.getTime(),
    sameStation,
    pauses: readPauses(rental.pauses),
  };
  const bill = billReturn(rental.tariff, times, {
    discount: await claimDiscount(work, rental),
    isFree: rental.is_free,
    isPostponed: rental.claimed_at !== null || rental.moved_seconds > 0,
  });
  await settleCoupon(work, rental, bill);
  const set = {
    returned_at: returnedAt,
    return_station_id: stationId,
    return_slot: slot,
    return_boot_id: event?.bootId ?? null,
    return_seq: event?.seq ?? null,
    same_station: sameStation,
    not_ejected_at: null,
    ...billed(bill),
    next_check_at: addMs(work.now, billBoundMs),
  };
  return { bill, set };
}

/** Ends a rental as lost, with the bill of a loss, because the charger was not returned in time. */
export async function closeLost(work: UnitOfWork, rental: RentalRow): Promise<RentalRow> {
  const startedAt = startOf(rental);
  const bill = billRental(rental.tariff, {
    startedAt: startedAt.getTime(),
    until: work.now.getTime(),
    sameStation: false,
  });
  await book(work, rental, bill);
  await settleCoupon(work, rental, bill);
  await setCharger(work, rental.charger, 'lost');
  await noteSwappedOut(work, rental);
  const lost = await moveRental(work, rental, 'lost', {
    not_ejected_at: null,
    ...billed(bill),
    next_check_at: addMs(work.now, billBoundMs),
  });
  await notifyLost(work, lost);
  return doNextSteps(work, lost);
}

function startOf(rental: RentalRow): Date {
  if (rental.started_at) return rental.started_at;
  throw new Error(`rental ${rental.id} is ${rental.state} and never started`);
}

function billed(bill: Bill) {
  return { lines: JSON.stringify(bill.lines), total: bill.total };
}

function book(work: UnitOfWork, rental: RentalRow, { currency, lines }: Bill): Promise<void> {
  return bookBill(work, { rentalId: rental.id, currency, lines });
}
