import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { hasChargedBack } from '../chargebacks/refundable.ts';
import { paymentsOf } from '../payments/moves.ts';
import { withRefund } from '../rental/bill/withRefund.ts';
import { doNextSteps } from '../rental/doNextSteps.ts';
import { netCaptured } from '../rental/plan.ts';
import { isInFlight } from '../payments/machine.ts';
import { setRental, type RentalRow } from '../rentalRecords/rentals.ts';

/** The error for a refund or waiver that the bill does not allow. `message` is for the operator. */
export class BillError extends Error {
  override readonly name = 'BillError';
  /** The highest possible amount; null if no amount is possible. */
  readonly most: number | null;

  constructor(message: string, most: number | null = null) {
    super(message);
    this.most = most;
  }
}

/** Lowers the bill in the ledger. Fails if the ledger already has the booking that this function would make. */
type Book = (bill: {
  rentalId: string;
  currency: string;
  lines: { kind: 'supportRefund'; amount: number }[];
}) => Promise<void>;

/**
 * Refunds the paid part of the bill of a settled order, or a smaller amount. The refund first lowers the bill. The next
 * steps of the order then refund the amount above the bill to the payment methods that paid.
 *
 * @returns the amount of the refund.
 * @throws {BillError} if the order is not settled, if the bank has the money because of a chargeback, or if `wanted` is
 * not from 1 to the paid part of the bill.
 */
export async function refundOrder(
  work: UnitOfWork,
  rental: RentalRow,
  wanted: number | 'all',
  book: Book,
): Promise<number> {
  const { id, number, state, total } = rental;
  if (total === null || (state !== 'complete' && state !== 'lost')) {
    throw new BillError(`Order ${number} is ${state}: only settled orders can be refunded.`);
  }
  if (await hasChargedBack(work, id)) {
    throw new BillError(
      `Order ${number} has a chargeback, and the bank has the money: it cannot be refunded as well.`,
    );
  }
  const payments = await paymentsOf(work, id);
  const most = Math.min(total, netCaptured(payments));
  const amount = wanted === 'all' ? most : wanted;
  if (amount < 1 || amount > most) {
    throw new BillError(
      `Order ${number}: the refund must be from 1 to ${most}, not ${amount}.`,
      most,
    );
  }
  await lower(work, rental, amount, book);
  return amount;
}

/**
 * Waives the due amount of an unpaid order, or a part of it.
 *
 * @returns the waived amount.
 * @throws {BillError} if nothing is due, if a payment is in progress, or if `wanted` is not from 1 to the due amount.
 */
export async function waiveDue(
  work: UnitOfWork,
  rental: RentalRow,
  wanted: number | 'all',
  book: Book,
): Promise<number> {
  const { id, number, state, total } = rental;
  const payments = await paymentsOf(work, id);
  if (state !== 'unpaid' || total === null || payments.some((paid) => isInFlight(paid.state))) {
    throw new BillError(`Order ${number} is ${state}: only an unpaid bill can be waived.`);
  }
  const most = total - netCaptured(payments);
  const amount = wanted === 'all' ? most : wanted;
  if (amount < 1 || amount > most) {
    throw new BillError(
      `Order ${number}: the waived amount must be from 1 to ${most}, not ${amount}.`,
      most,
    );
  }
  await lower(work, rental, amount, book);
  return amount;
}

async function lower(
  work: UnitOfWork,
  rental: RentalRow,
  amount: number,
  book: Book,
): Promise<void> {
  const { id, user_id, lines, total, tariff } = rental;
  const line = { kind: 'supportRefund' as const, amount: -amount };
  await book({ rentalId: id, currency: tariff.currency, lines: [line] });
  const lowered = await setRental(work, id, {
    lines: JSON.stringify(withRefund(lines, line)),
    total: (total ?? 0) - amount,
  });
  await doNextSteps(work, lowered);
  work.orderChanged(user_id, id);
}
