import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { hasChargedBack } from '../../chargebacks/refundable.ts';
import type { RefundOutcome } from '../../chargebacks/owners.ts';
import { bookPaymentRefund } from '../../ledger/ledger.ts';
import { isInFlight } from '../../payments/machine.ts';
import { beginRefund, paymentsOf, readPayment, type PaymentRow } from '../../payments/moves.ts';
import { lockRental, setRental, type RentalRow } from '../../rentalRecords/rentals.ts';
import { doNextSteps } from '../doNextSteps.ts';
import { withRefund } from './withRefund.ts';

/**
 * Refunds the captured amount of a settled rental's payment, less earlier refunds. Lowers the bill by the same amount,
 * so that the server does not charge the amount again. Returns `begun`; `later` while the rental is not over, or the
 * rental or the payment waits for the provider; or `refused` if no refund is possible, for example of an unpaid rental.
 */
export async function refundRentalPayment(
  work: UnitOfWork,
  { id, rental_id }: PaymentRow,
): Promise<RefundOutcome> {
  if (!rental_id) throw new Error(`payment ${id} is not a rental's`);
  const rental = await lockRental(work, rental_id);
  const payment = await readPayment(work, id);
  const isSettled = rental.state === 'complete' || rental.state === 'lost';
  if (['unpaid', 'failed', 'review'].includes(rental.state)) return 'refused';
  if (!isSettled || isInFlight(payment.state)) return 'later';
  const amount = payment.captured - payment.refunded;
  if (payment.state !== 'captured' || payment.decline_reason || amount === 0) return 'refused';
  if (rental.total === null || rental.total < amount) return 'refused';
  // After a chargeback, the rider would get the money twice: from the bank, and from this refund.
  if (await hasChargedBack(work, rental_id)) return 'refused';
  await beginRefund(work, payment, amount);
  await doNextSteps(work, await lowerBill(work, rental, id, amount));
  work.orderChanged(rental.user_id, rental_id);
  return 'begun';
}

/**
 * Lowers the bill by a refund that the operator's staff made in the provider's own web pages. If an earlier refund
 * failed, the rider has paid more than the bill. In that case the refund first returns this difference, and only the
 * rest lowers the bill. A failed rental has no bill. Returns false while the bill is unknown or one of the rental's
 * payments is in progress.
 */
export async function lowerBillOfRefund(
  work: UnitOfWork,
  { rental_id }: PaymentRow,
  { refund, amount }: { refund: string; amount: number },
): Promise<boolean> {
  const rental = await lockRental(work, rental_id ?? '');
  if (rental.state === 'failed' || rental.state === 'review') return true;
  const isBilled = rental.state === 'complete' || rental.state === 'lost';
  if (rental.total === null || (!isBilled && rental.state !== 'unpaid')) return false;
  const payments = await paymentsOf(work, rental.id);
  if (payments.some(({ state }) => isInFlight(state))) return false;
  const paid = payments.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
  const lowered = Math.min(amount - Math.max(0, paid - rental.total), rental.total);
  if (lowered > 0) await lowerBill(work, rental, refund, lowered);
  return true;
}

async function lowerBill(
  work: UnitOfWork,
  rental: RentalRow,
  refund: string,
  amount: number,
): Promise<RentalRow> {
  const line = { kind: 'supportRefund' as const, amount: -amount };
  const { id, tariff, total } = rental;
  await bookPaymentRefund(work, refund, { rentalId: id, currency: tariff.currency, lines: [line] });
  return setRental(work, id, {
    lines: JSON.stringify(withRefund(rental.lines, line)),
    total: (total ?? 0) - amount,
  });
}
