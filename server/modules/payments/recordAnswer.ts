import type { DeclineReason } from '../../providers/payments/provider.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { bookRefundOutside, bookRefundReturned } from '../ledger/ledger.ts';
import { openCase } from '../support/cases.ts';
import {
  bookCharge,
  bookHold,
  bookHoldReleased,
  bookHoldCaptured,
  bookRefund,
} from './bookPayment.ts';
import type { PaymentEvent } from './machine.ts';
import { enqueueVoid, movePayment, type PaymentRow } from './moves.ts';
import { recordSteps } from './steps.ts';
import { notifyPayment } from './notifyPayment.ts';

/** The data of a provider's answer. Amounts are in minor units. */
export interface Answer {
  authorization?: string;
  url?: string;
  reason?: DeclineReason;
  /** Whether the provider failed, in contrast to a decline of the card. */
  hasProviderFailed?: boolean;
  captured?: number;
  refunded?: number;
  /** The provider's id of a refund that failed, or that the server did not request. */
  refund?: string;
  /** The key of the booking of a refund that failed later. */
  booking?: string;
}

/**
 * Stores a payment's new state, together with the ledger entries, the steps for the receipt, and
 * the rider's notification.
 */
export async function recordAnswer(
  work: UnitOfWork,
  payment: PaymentRow,
  event: PaymentEvent,
  answer: Answer,
): Promise<void> {
  await recordSteps(work, payment, event, answer);
  await move(work, payment, event, answer);
  await notifyPayment(work, payment, event, answer);
}

async function move(
  work: UnitOfWork,
  payment: PaymentRow,
  event: PaymentEvent,
  answer: Answer,
): Promise<void> {
  switch (event) {
    case 'authorized':
      await movePayment(work, payment, event, {
        provider_authorization: answer.authorization ?? null,
        action_url: null,
      });
      return bookHold(work, payment);
    case 'charged':
      await movePayment(work, payment, event, {
        provider_authorization: answer.authorization ?? null,
        action_url: null,
        captured: payment.amount,
      });
      return bookCharge(work, payment);
    case 'foundCharged':
      await movePayment(work, payment, event, { captured: payment.amount, decline_reason: null });
      return bookCharge(work, payment);
    case 'actionNeeded':
      return movePayment(work, payment, event, {
        provider_authorization: answer.authorization ?? null,
        action_url: answer.url ?? null,
      });
    case 'captureDone':
    case 'capturedOutside': {
      const captured = answer.captured ?? payment.amount;
      // If the operator's staff captured the hold before the server did, the provider may have declined the server's
      // capture. Delete the decline reason, because the hold is captured.
      await movePayment(work, payment, event, { captured, decline_reason: null });
      return bookHoldCaptured(work, payment, captured);
    }
    case 'captureRefused':
      await movePayment(work, payment, event, { decline_reason: answer.reason ?? 'declined' });
      return enqueueVoid(work, payment.id);
    case 'voidDone':
    case 'holdGone':
      await movePayment(work, payment, event);
      return bookHoldReleased(work, payment);
    case 'refundedInPart':
    case 'refundedWhole': {
      const amount = answer.refunded ?? 0;
      const total = payment.refunded + amount;
      await movePayment(work, payment, event, { refunded: total });
      return bookRefund(work, payment, amount, total);
    }
    case 'refundedOutsideInPart':
    case 'refundedOutsideWhole': {
      const amount = answer.refunded ?? 0;
      await movePayment(work, payment, event, { refunded: payment.refunded + amount });
      return bookRefundOutside(work, payment, amount, answer.refund ?? '');
    }
    case 'refundRefused':
      await movePayment(work, payment, event, { decline_reason: answer.reason ?? 'declined' });
      return openCase(work, {
        kind: 'refundRefused',
        key: payment.id,
        userId: payment.user_id,
        ...(payment.rental_id ? { rentalId: payment.rental_id } : {}),
        details: { paymentId: payment.id },
      });
    case 'refundReturned': {
      const amount = answer.refunded ?? 0;
      await movePayment(work, payment, event, {
        refunded: payment.refunded - amount,
        decline_reason: answer.reason ?? 'declined',
      });
      return bookRefundReturned(work, payment, amount, answer.refund ?? '');
    }
    case 'declined':
      return movePayment(work, payment, event, {
        decline_reason: answer.reason ?? 'declined',
        action_url: null,
      });
    case 'unanswered':
    case 'neverAsked':
    case 'captureBegun':
    case 'voidBegun':
    case 'refundBegun':
      return movePayment(work, payment, event);
  }
}
