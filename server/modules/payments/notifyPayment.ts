import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { notify } from '../notifications/notify.ts';
import { depositDueAt } from '../rentalRecords/deadlines.ts';
import { rentalSummaries } from '../rentalRecords/rentalQueries.ts';
import type { PaymentEvent } from './machine.ts';
import type { PaymentRow } from './moves.ts';
import type { Moved } from './steps.ts';

/**
 * Notifies the rider when the server captures an overdue deposit, when a deposit is released, and when a payment is
 * refunded. Sends nothing about other events.
 */
export async function notifyPayment(
  work: UnitOfWork,
  payment: PaymentRow,
  event: PaymentEvent,
  { captured = payment.amount, refunded = 0 }: Moved,
): Promise<void> {
  switch (event) {
    case 'captureDone':
      if (holdsDeposit(payment)) await notifyDepositCharged(work, payment, captured);
      return;
    case 'voidDone':
    case 'holdGone':
      if (holdsDeposit(payment)) await notifyDepositReleased(work, payment);
      return;
    case 'refundedInPart':
    case 'refundedWhole':
    case 'refundedOutsideInPart':
    case 'refundedOutsideWhole':
      return notify(work, {
        ...about(payment),
        kind: 'refunded',
        key: `${payment.id}:${payment.refunded + refunded}`,
        details: { amount: money(payment, refunded) },
      });
    case 'authorized':
    case 'charged':
    case 'foundCharged':
    case 'capturedOutside':
    case 'declined':
    case 'actionNeeded':
    case 'unanswered':
    case 'neverAsked':
    case 'captureBegun':
    case 'captureRefused':
    case 'voidBegun':
    case 'refundBegun':
    case 'refundRefused':
    case 'refundReturned':
  }
}

function holdsDeposit({ purpose }: PaymentRow): boolean {
  return purpose === 'deposit' || purpose === 'rental';
}

/**
 * Notifies the rider that the whole deposit was captured because the charger is overdue. Other captures need no
 * notification of their own, because the notification about the bill contains them.
 */
async function notifyDepositCharged(
  work: UnitOfWork,
  payment: PaymentRow,
  captured: number,
): Promise<void> {
  if (captured < payment.amount) return;
  const rental = await timesOf(work, payment);
  if (!rental?.started_at) return;
  if (rental.returned_at && rental.returned_at < depositDueAt(rental)) return;
  await notify(work, {
    ...about(payment),
    kind: 'depositCharged',
    details: { amount: money(payment, captured) },
  });
}

/**
 * Notifies the rider that the hold ended. A rider whose charger did not come out gets no notification, because few of
 * these riders have noticed the hold.
 */
async function notifyDepositReleased(work: UnitOfWork, payment: PaymentRow): Promise<void> {
  const rental = await timesOf(work, payment);
  // A decline reason means that the bank refused the capture. The amount is still due, so the rider gets no
  // notification about a release.
  if (!rental?.started_at || payment.decline_reason !== null) return;
  await notify(work, {
    ...about(payment),
    kind: 'depositReleased',
    details: { amount: money(payment, payment.amount) },
  });
}

function timesOf({ trx }: UnitOfWork, { rental_id }: PaymentRow) {
  return rentalSummaries(trx).where('id', '=', rental_id).executeTakeFirst();
}

function about({ id, user_id, rental_id }: PaymentRow) {
  return { userId: user_id, key: id, ...(rental_id && { rentalId: rental_id }) };
}

function money({ currency }: PaymentRow, amount: number) {
  return { amount, currency };
}
