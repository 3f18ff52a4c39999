import { isInFlight } from '../payments/machine.ts';
import { askPayment, beginCapture, beginRefund, beginVoid, paymentsOf } from '../payments/moves.ts';
import { later, type Work } from '../../work.ts';
import { moveSlot } from '../cabinets/slots.ts';
import { orderEject } from './orderEject.ts';
import { plan, type Consequence, type Move } from './plan.ts';
import { lockRental, moveRental, setRental, type RentalRow } from './rentals.ts';
import { chargeFailureOf, moneyBoundMs } from './terms.ts';

/** No rental needs more steps in a row; more would be a circle. */
const longestRun = 12;

/**
 * Does everything that follows, by our own rules, from where a locked rental and its payments now
 * stand: begins holds, captures, voids, refunds and charges, and moves the rental on.
 */
export async function advance(work: Work, locked: RentalRow): Promise<RentalRow> {
  let rental = locked;
  for (let step = 0; step < longestRun; step++) {
    const payments = await paymentsOf(work, rental.id);
    const { moves, consequence } = plan(rental, payments);
    for (const move of moves) await make(work, rental, move);
    if (!consequence) {
      const waits = moves.length > 0 || payments.some(({ state }) => isInFlight(state));
      return waits ? lookAgain(work, rental) : rental;
    }
    rental = await follow(work, rental, consequence);
  }
  throw new Error(`rental ${rental.id} does not come to rest`);
}

/** An answer of the provider that stays away is noticed, also where the rider no longer waits for it. */
async function lookAgain(work: Work, rental: RentalRow): Promise<RentalRow> {
  if (rental.next_check_at) return rental;
  return setRental(work, rental.id, { next_check_at: later(work.now, moneyBoundMs(rental)) });
}

export async function advanceById(work: Work, rentalId: string): Promise<RentalRow> {
  return advance(work, await lockRental(work, rentalId));
}

async function make(work: Work, rental: RentalRow, move: Move): Promise<void> {
  switch (move.do) {
    case 'ask':
      await askPayment(work, rental, move);
      // A rental whose money stays unanswered is looked at when its bound is over.
      await setRental(work, rental.id, { next_check_at: later(work.now, moneyBoundMs(rental)) });
      return;
    case 'capture':
      return beginCapture(work, move.payment, move.amount);
    case 'void':
      return beginVoid(work, move.payment);
    case 'refund':
      return beginRefund(work, move.payment, move.amount);
  }
}

async function follow(work: Work, rental: RentalRow, consequence: Consequence): Promise<RentalRow> {
  switch (consequence.event) {
    case 'authorized':
      return orderEject(work, rental);
    case 'abandoned':
      await moveSlot(work, rental, 'release');
      return moveRental(work, rental, 'abandoned', { failure: consequence.failure });
    case 'settled':
      return moveRental(work, rental, 'settled', { payment_failure: null });
    case 'chargeFailed':
      return moveRental(work, rental, 'chargeFailed', {
        payment_failure: chargeFailureOf(consequence.reason),
      });
  }
}
