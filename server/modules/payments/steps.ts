import type { PaymentStep } from '../../../contract/payment.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { bookedAt, isBooked } from '../ledger/ledger.ts';
import type { PaymentEvent } from './machine.ts';
import type { PaymentRow } from './moves.ts';

type Step = { step: PaymentStep['step']; amount: number };

/** The money that an answer moves. Amounts are in minor units. */
export interface Moved {
  captured?: number;
  refunded?: number;
  /** The key of the booking of a refund that failed later. */
  booking?: string;
}

/**
 * Stores the effect of an answer as steps that the receipt shows. An answer has no step if it
 * changes no hold, moves no money and declines no payment. If a refund fails later, the step of the
 * refund changes.
 */
export async function recordSteps(
  work: UnitOfWork,
  payment: PaymentRow,
  event: PaymentEvent,
  answer: Moved,
): Promise<void> {
  if (event === 'refundReturned') return markFailed(work, payment, answer);
  const steps = stepsOf(payment, event, answer, await wasPlaced(work, payment, event));
  if (steps.length === 0) return;
  await work.trx
    .insertInto('payment_steps')
    .values(steps.map((step) => ({ payment_id: payment.id, at: work.now, ...step })))
    .execute();
}

/**
 * Marks the step of a refund as failed. If several refunds of the payment have the same amount, it
 * marks the step with the time of the booking, because the booking and the step of a refund are
 * stored together. If no step has this time, it marks the newest step, because a refund usually
 * fails within days.
 */
async function markFailed(
  work: UnitOfWork,
  { id }: PaymentRow,
  { refunded = 0, booking }: Moved,
): Promise<void> {
  const at = booking === undefined ? null : await bookedAt(work, booking);
  await work.trx
    .updateTable('payment_steps')
    .set({ failed_at: work.now })
    .where('id', '=', (of) =>
      of
        .selectFrom('payment_steps')
        .select('id')
        .where('payment_id', '=', id)
        .where('step', '=', 'refunded')
        .where('amount', '=', refunded)
        .where('failed_at', 'is', null)
        .orderBy((step) => step('at', 'is not distinct from', at), 'desc')
        .orderBy('id', 'desc')
        .limit(1),
    )
    .execute();
}

function stepsOf(
  { amount }: PaymentRow,
  event: PaymentEvent,
  { captured = amount, refunded = 0 }: Moved,
  placed: boolean,
): Step[] {
  switch (event) {
    case 'authorized':
      return [{ step: 'placed', amount }];
    // These charges have no hold before them.
    case 'charged':
    case 'foundCharged':
      return [{ step: 'captured', amount }];
    case 'captureDone':
    case 'capturedOutside': {
      const taken: Step = { step: 'captured', amount: captured };
      const rest = amount - captured;
      return rest > 0 ? [taken, { step: 'released', amount: rest }] : [taken];
    }
    // If a payment is voided before the cardholder has confirmed it, the payment counts as
    // declined.
    case 'voidDone':
    case 'holdGone':
      return [{ step: placed ? 'released' : 'declined', amount }];
    case 'refundedInPart':
    case 'refundedWhole':
    case 'refundedOutsideInPart':
    case 'refundedOutsideWhole':
      return [{ step: 'refunded', amount: refunded }];
    case 'declined':
      return [{ step: 'declined', amount }];
    case 'actionNeeded':
    case 'unanswered':
    case 'neverAsked':
    case 'captureBegun':
    case 'captureRefused':
    case 'voidBegun':
    case 'refundBegun':
    case 'refundRefused':
    case 'refundReturned':
      return [];
  }
}

async function wasPlaced(
  work: UnitOfWork,
  payment: PaymentRow,
  event: PaymentEvent,
): Promise<boolean> {
  if (event !== 'voidDone' && event !== 'holdGone') return false;
  return isBooked(work, [`hold:${payment.id}`, `walletHold:${payment.id}`]);
}
