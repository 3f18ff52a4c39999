import { billRental, type Bill } from '../../../contract/rules/pricing.ts';
import { later, type Work } from '../../work.ts';
import { bookBill } from '../ledger/ledger.ts';
import { setCharger } from '../cabinets/slots.ts';
import { advance } from './advance.ts';
import { between, moveRental, type RentalRow } from './rentals.ts';
import { billBoundMs } from './terms.ts';

interface Return {
  stationId: string;
  slot: number;
  /** When it was pushed in, as far as that is known; in doubt the earlier time. */
  at: Date;
}

/** The charger of a running rental is back: the rental ends, and its bill is settled. */
export async function closeReturned(
  work: Work,
  rental: RentalRow,
  { stationId, slot, at }: Return,
): Promise<RentalRow> {
  const startedAt = startOf(rental);
  const returnedAt = between(startedAt, at, work.now);
  const sameStation = stationId === rental.station_id;
  const bill = billRental(rental.tariff, {
    startedAt: startedAt.getTime(),
    until: returnedAt.getTime(),
    sameStation,
  });
  await book(work, rental, bill);
  await setCharger(work, rental.charger, 'docked');
  const settling = await moveRental(work, rental, 'returned', {
    returned_at: returnedAt,
    return_station_id: stationId,
    return_slot: slot,
    same_station: sameStation,
    not_ejected_at: null,
    ...billed(bill),
    next_check_at: later(work.now, billBoundMs),
  });
  return advance(work, settling);
}

/** The charger did not come back in time: the rental ends as lost, and is billed as such. */
export async function closeLost(work: Work, rental: RentalRow): Promise<RentalRow> {
  const startedAt = startOf(rental);
  const bill = billRental(rental.tariff, {
    startedAt: startedAt.getTime(),
    until: work.now.getTime(),
    sameStation: false,
  });
  await book(work, rental, bill);
  await setCharger(work, rental.charger, 'lost');
  const lost = await moveRental(work, rental, 'lost', {
    not_ejected_at: null,
    ...billed(bill),
    next_check_at: later(work.now, billBoundMs),
  });
  return advance(work, lost);
}

function startOf(rental: RentalRow): Date {
  if (rental.started_at) return rental.started_at;
  throw new Error(`rental ${rental.id} is ${rental.state} and never started`);
}

function billed(bill: Bill) {
  return { lines: JSON.stringify(bill.lines), total: bill.total };
}

function book(work: Work, rental: RentalRow, { currency, lines }: Bill): Promise<void> {
  return bookBill(work, { rentalId: rental.id, currency, lines });
}
