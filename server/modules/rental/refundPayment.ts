import type { BillLine } from '../../../contract/rules/pricing/pricing.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import type { RefundOutcome } from '../chargebacks/owners.ts';
import { bookPaymentRefund } from '../ledger/ledger.ts';
import { isInFlight } from '../payments/machine.ts';
import { beginRefund, readPayment, type PaymentRow } from '../payments/moves.ts';
import { lockRental, setRental } from '../rentalRecords/rentals.ts';
import { doNextSteps } from './doNextSteps.ts';

/**
 * Refunds everything that a payment took for a settled rental. The bill is lowered by the same
 * amount, so that nothing is charged again.
 */
export async function refundRentalPayment(
  work: UnitOfWork,
  { id, rental_id }: PaymentRow,
): Promise<RefundOutcome> {
  if (!rental_id) throw new Error(`payment ${id} is not a rental's`);
  const rental = await lockRental(work, rental_id);
  const payment = await readPayment(work, id);
  const isSettled = rental.state === 'complete' || rental.state === 'lost';
  if (rental.state === 'unpaid') return 'refused';
  if (!isSettled || isInFlight(payment.state)) return 'later';
  const amount = payment.captured - payment.refunded;
  if (payment.state !== 'captured' || payment.decline_reason || amount === 0) return 'refused';
  if (rental.total === null || rental.total < amount) return 'refused';
  const line = { kind: 'supportRefund' as const, amount: -amount };
  const { currency } = payment;
  await bookPaymentRefund(work, id, { rentalId: rental_id, currency, lines: [line] });
  await beginRefund(work, payment, amount);
  const lowered = await setRental(work, rental_id, {
    lines: JSON.stringify(withRefund(rental.lines, line)),
    total: rental.total - amount,
  });
  await doNextSteps(work, lowered);
  work.orderChanged(rental.user_id, rental_id);
  return 'begun';
}

/** A bill has one line for all refunds that support made. */
function withRefund(lines: readonly BillLine[], { kind, amount }: BillLine): BillLine[] {
  const former = lines.find((line) => line.kind === kind)?.amount ?? 0;
  return [...lines.filter((line) => line.kind !== kind), { kind, amount: former + amount }];
}
