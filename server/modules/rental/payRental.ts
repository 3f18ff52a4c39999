import { ProblemError } from '../../http/problem.ts';
import { later, type Work } from '../../work.ts';
import { ownMethod } from '../payments/methods.ts';
import { askPayment, paymentsOf } from '../payments/moves.ts';
import { kept, nextAttempt } from './plan.ts';
import { lockOwnRental, moveRental } from './rentals.ts';
import { actionBoundMs } from './terms.ts';

/**
 * Charges what is owed to a card of the rider's, in one step. Answers the order's id.
 *
 * @throws {ProblemError} orderNotFound, paymentInProgress, notPayable, paymentMethodNotFound.
 */
export async function payRental(
  work: Work,
  userId: string,
  rentalId: string,
  paymentMethodId: string,
): Promise<string> {
  const rental = await lockOwnRental(work, userId, rentalId);
  if (rental.state === 'paying' || rental.state === 'settling') {
    throw new ProblemError('paymentInProgress', { orderId: rental.id });
  }
  if (rental.state !== 'unpaid') throw new ProblemError('notPayable', { orderId: rental.id });
  await ownMethod(work.trx, userId, paymentMethodId);
  const payments = await paymentsOf(work, rental.id);
  const paying = await moveRental(work, rental, 'payStarted', {
    payment_method_id: paymentMethodId,
    payment_failure: null,
    next_check_at: later(work.now, actionBoundMs),
  });
  await askPayment(work, paying, {
    purpose: 'usage',
    attempt: nextAttempt(payments, 'usage'),
    amount: (rental.total ?? 0) - kept(payments),
    onSession: true,
  });
  return rental.id;
}
