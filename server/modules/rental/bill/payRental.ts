import type { PayOrder } from '../../../../contract/orders.ts';
import { goCashShare } from '../../../../contract/rules/pricing/minimumCharge.ts';
import { ProblemError } from '../../../http/problem.ts';
import { addMs, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { refuseFrozen } from '../../chargebacks/freeze.ts';
import { ownMethod } from '../../payments/methods/methods.ts';
import { paymentsOf } from '../../payments/moves.ts';
import { totalOf } from '../../wallet/portions.ts';
import { lockWallet } from '../../wallet/wallet.ts';
import { lockOwnRental, setRental, type RentalRow } from '../../rentalRecords/rentals.ts';
import { doNextSteps, executeMove } from '../doNextSteps.ts';
import { netCaptured, planPayment } from '../plan.ts';
import { moveRental } from '../moveRental.ts';
import { actionBoundMs } from '../rentalLimits.ts';

/**
 * Charges the amount due at once: to a payment method, to GoCash, or to both. If the rider has chosen both, GoCash pays
 * as much as possible, but less if the rest would be too small for the provider. Returns the order's id.
 *
 * @throws {ProblemError} orderNotFound, paymentInProgress, notPayable, invalidInput, paymentMethodNotFound,
 * goCashInsufficient, priceChanged, accountFrozen.
 */
export async function payRental(
  work: UnitOfWork,
  userId: string,
  rentalId: string,
  { paymentMethodId, goCash = false, methodPays }: PayOrder,
): Promise<string> {
  const rental = await lockOwnRental(work, userId, rentalId);
  if (rental.state === 'paying' || rental.state === 'settling') {
    throw new ProblemError('paymentInProgress', { orderId: rental.id });
  }
  if (rental.state !== 'unpaid') throw new ProblemError('notPayable', { orderId: rental.id });
  if (paymentMethodId === null && !goCash) throw new ProblemError('invalidInput');
  if (goCash) await refuseFrozen(work.trx, userId);
  if (paymentMethodId !== null) await ownMethod(work.trx, userId, paymentMethodId);
  const payments = await paymentsOf(work, rental.id);
  const due = (rental.total ?? 0) - netCaptured(payments);
  const minimum = rental.tariff.minimumCharge ?? 0;
  const fromWallet = goCash ? goCashShare(due, await walletOf(work, rental), minimum) : 0;
  if (paymentMethodId === null && fromWallet < due) throw new ProblemError('goCashInsufficient');
  if (methodPays !== undefined && methodPays !== due - fromWallet) {
    throw new ProblemError('priceChanged');
  }

  const paying = await moveRental(work, rental, 'payStarted', {
    ...(paymentMethodId !== null && fromWallet < due ? { payment_method_id: paymentMethodId } : {}),
    payment_failure: null,
  });
  for (const ask of planPayment(payments, due, fromWallet)) await executeMove(work, paying, ask);
  const until = addMs(work.now, actionBoundMs);
  await doNextSteps(work, await setRental(work, rental.id, { next_check_at: until }));
  return rental.id;
}

async function walletOf(work: UnitOfWork, { user_id, tariff }: RentalRow): Promise<number> {
  return totalOf(await lockWallet(work, user_id, tariff.currency));
}
