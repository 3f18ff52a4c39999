import type { UnitOfWork } from '../../unitOfWork.ts';
import { bookSupportRefund } from '../ledger/ledger.ts';
import { notify } from '../notifications/notify.ts';
import { lockRentalOfNumber, type RentalRow } from '../rentalRecords/rentals.ts';
import { closeCaseOf } from '../support/cases.ts';
import { BillError, refundOrder } from './refundOrder.ts';

/** Support's decision: a refund of an amount in minor units, a refund of the whole payment, or no refund. */
export type DisputeAnswer = { refund: number | 'all' } | { reject: true };

/** The error for a dispute that cannot be answered in this way. `message` is for the operator. */
export class DisputeError extends Error {
  override readonly name = 'DisputeError';
  /** Whether no order has this number. */
  readonly isMissing: boolean;

  constructor(message: string, isMissing = false) {
    super(message);
    this.isMissing = isMissing;
  }
}

export interface AnsweredDispute {
  /** The refund, in minor units of `currency`. It is null if the dispute was rejected. */
  refunded: number | null;
  currency: string;
  /** Whether the dispute already had this answer, so that nothing changed. */
  isRepeated: boolean;
}

/**
 * Answers the dispute about an order. A refund lowers the bill. The amount above the bill is then refunded
 * like any other such amount. Repeating the same answer changes nothing.
 *
 * @throws {DisputeError} if there is no such dispute, if it was answered differently, or if the refund would
 * exceed the payment.
 */
export async function answerDispute(
  work: UnitOfWork,
  orderNumber: string,
  answer: DisputeAnswer,
): Promise<AnsweredDispute> {
  const rental = await lockDisputed(work, orderNumber);
  const { currency } = rental.tariff;
  const dispute = await work.trx
    .selectFrom('disputes')
    .selectAll()
    .where('rental_id', '=', rental.id)
    .executeTakeFirst();
  if (!dispute) throw new DisputeError(`There is no dispute about order ${orderNumber}.`, true);
  if (dispute.state !== 'open') {
    if (!isSame(dispute, answer)) {
      throw new DisputeError(`Order ${orderNumber} was answered already: ${dispute.state}.`);
    }
    return { refunded: dispute.refunded, currency, isRepeated: true };
  }
  const refunded = 'reject' in answer ? null : await refund(work, rental, answer.refund);
  const lowered = refunded === null ? null : { kind: 'refund' as const, amount: refunded };
  await settleDispute(work, rental, lowered, 'support');
  return { refunded, currency, isRepeated: false };
}

/**
 * Stores the decision about the open dispute of a locked order, closes its case, and notifies the rider. Does
 * nothing without an open dispute.
 *
 * @param lowered the refunded or waived amount in minor units; null if the dispute is rejected.
 */
export async function settleDispute(
  work: UnitOfWork,
  rental: RentalRow,
  lowered: { kind: 'refund' | 'waive'; amount: number } | null,
  by: string,
): Promise<boolean> {
  const { currency } = rental.tariff;
  const dispute = await work.trx
    .updateTable('disputes')
    .set({
      state: lowered ? 'refunded' : 'rejected',
      refunded: lowered?.amount ?? null,
      answered_at: work.now,
    })
    .where('rental_id', '=', rental.id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  if (!dispute) return false;
  const outcome = lowered ? { ...lowered, currency } : ({ kind: 'none' } as const);
  await closeCaseOf(work, { kind: 'dispute', key: rental.id }, outcome, by);
  await notify(work, {
    userId: rental.user_id,
    kind: 'caseAnswered',
    key: dispute.id,
    rentalId: rental.id,
    details: lowered
      ? {
          outcome: 'refunded',
          amount: { amount: lowered.amount, currency },
          ...(lowered.kind === 'waive' && { waived: true }),
        }
      : { outcome: 'rejected' },
  });
  work.orderChanged(rental.user_id, rental.id);
  return true;
}

function isSame(
  { state, refunded }: { state: 'open' | 'refunded' | 'rejected'; refunded: number | null },
  answer: DisputeAnswer,
): boolean {
  if ('reject' in answer) return state === 'rejected';
  return state === 'refunded' && (answer.refund === 'all' || answer.refund === refunded);
}

async function lockDisputed(work: UnitOfWork, orderNumber: string): Promise<RentalRow> {
  const rental = await lockRentalOfNumber(work, orderNumber);
  if (!rental) throw new DisputeError(`There is no order ${orderNumber}.`, true);
  return rental;
}

/** @returns the amount of the refund. */
async function refund(
  work: UnitOfWork,
  rental: RentalRow,
  wanted: number | 'all',
): Promise<number> {
  try {
    return await refundOrder(work, rental, wanted, (bill) => bookSupportRefund(work, bill));
  } catch (error) {
    throw error instanceof BillError ? new DisputeError(error.message) : error;
  }
}
