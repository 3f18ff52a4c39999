import { chargeFailureOf } from '../payments/chargeFailure.ts';
import { isInFlight } from '../payments/machine.ts';
import { planRelease } from '../rewards/creditReward.ts';
import {
  askPayment,
  beginCapture,
  beginRefund,
  beginVoid,
  paymentsOf,
  type PaymentRow,
} from '../payments/moves.ts';
import { askWallet, captureWallet, refundWallet, voidWallet } from '../payments/walletMoves.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { isFrozen } from '../chargebacks/freeze.ts';
import { moveSlot } from '../cabinets/slots.ts';
import { lockRental, setRental, type RentalRow } from '../rentalRecords/rentals.ts';
import { lockWallet } from '../wallet/wallet.ts';
import { totalOf } from '../wallet/portions.ts';
import { orderEject } from './orderEject.ts';
import { planNextSteps, type Consequence, type Move } from './plan.ts';
import { moveRental } from './moveRental.ts';
import { notifyUnpaid } from './notifyRider.ts';
import { waiveRest } from './bill/waiveRest.ts';
import { billBoundMs, moneyBoundMs } from './rentalLimits.ts';

/** The maximum number of steps in one call. No rental needs so many steps, so more steps mean an endless loop. */
const longestRun = 12;

/**
 * Does all next steps for a locked rental and its payments: starts holds, captures, voids, refunds and charges, and
 * changes the rental's state.
 */
export async function doNextSteps(work: UnitOfWork, locked: RentalRow): Promise<RentalRow> {
  let rental = locked;
  for (let step = 0; step < longestRun; step++) {
    const payments = await paymentsOf(work, rental.id);
    const wallet = await spendable(work, rental);
    const { moves, consequence } = planNextSteps(rental, payments, wallet);
    for (const move of moves) await executeMove(work, rental, move);
    // A GoCash payment is complete at once, so plan the next steps again.
    if (moves.some(isWalletMove)) continue;
    if (!consequence) {
      const waits = moves.length > 0 || payments.some(({ state }) => isInFlight(state));
      if (waits) return lookAgain(work, rental);
      // The rider has paid for the loss, so release pending rewards, which wait for a rider's first payment.
      if (rental.state === 'lost') await planRelease(work, rental.user_id, `rental:${rental.id}`);
      return rental;
    }
    rental = await follow(work, rental, consequence, payments);
  }
  throw new Error(`rental ${rental.id} still has next steps after ${longestRun} steps`);
}

/** Schedules a check in case the provider does not answer, unless a check is already scheduled. */
async function lookAgain(work: UnitOfWork, rental: RentalRow): Promise<RentalRow> {
  if (rental.next_check_at) return rental;
  return setRental(work, rental.id, { next_check_at: addMs(work.now, moneyBoundMs(rental)) });
}

export async function doNextStepsById(work: UnitOfWork, rentalId: string): Promise<RentalRow> {
  return doNextSteps(work, await lockRental(work, rentalId));
}

/**
 * Locks the rider's GoCash and returns the amount that the rental may use. The amount is null if the rider does not pay
 * with GoCash. It is zero in states in which GoCash pays nothing. While a chargeback freezes the rider, the amount is
 * zero, too, and the payment method pays.
 */
async function spendable(work: UnitOfWork, rental: RentalRow): Promise<number | null> {
  if (!rental.use_go_cash) return null;
  if (!spendingStates.has(rental.state)) return 0;
  if (await isFrozen(work.trx, rental.user_id)) return 0;
  return totalOf(await lockWallet(work, rental.user_id, rental.tariff.currency));
}

const spendingStates: ReadonlySet<string> = new Set(['authorizing', 'settling', 'lost']);

function isWalletMove(move: Move<PaymentRow>): boolean {
  return (move.do === 'ask' ? move.source : move.payment.source) === 'goCash';
}

/**
 * Executes one move of a rental's money. A GoCash move is complete at once. A move at the provider becomes an outbox
 * job, which runs after the commit.
 */
export async function executeMove(
  work: UnitOfWork,
  rental: RentalRow,
  move: Move<PaymentRow>,
): Promise<void> {
  const isWallet = isWalletMove(move);
  switch (move.do) {
    case 'ask':
      if (isWallet) return askWallet(work, rental, move);
      await askPayment(work, rental, move);
      // Plans a check at the time limit of the payment, in case the payment is still pending then.
      await setRental(work, rental.id, { next_check_at: addMs(work.now, moneyBoundMs(rental)) });
      return;
    case 'capture':
      return (isWallet ? captureWallet : beginCapture)(work, move.payment, move.amount);
    case 'void':
      return (isWallet ? voidWallet : beginVoid)(work, move.payment);
    case 'refund':
      return (isWallet ? refundWallet : beginRefund)(work, move.payment, move.amount);
  }
}

async function follow(
  work: UnitOfWork,
  rental: RentalRow,
  consequence: Consequence,
  payments: readonly PaymentRow[],
): Promise<RentalRow> {
  switch (consequence.event) {
    case 'authorized':
      return orderEject(work, rental);
    case 'abandoned':
      await moveSlot(work, rental, 'release');
      return moveRental(work, rental, 'abandoned', { failure: consequence.failure });
    case 'waived':
      return waiveRest(work, rental, consequence.amount);
    case 'settled': {
      const settled = await moveRental(work, rental, 'settled', { payment_failure: null });
      await planRelease(work, rental.user_id, `rental:${rental.id}`);
      return settled;
    }
    case 'chargeFailed':
      // A rider who has just tried to pay sees the result in the app, without a notification.
      if (rental.state !== 'paying') await notifyUnpaid(work, rental, payments);
      return moveRental(work, rental, 'chargeFailed', {
        payment_failure: chargeFailureOf(consequence.reason),
        // This check opens a case if a payment is pending, and schedules the first reminder.
        next_check_at: addMs(work.now, billBoundMs),
      });
  }
}
