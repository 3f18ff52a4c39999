import type { PaymentState } from '../../../contract/payment.ts';

/**
 * The events of a payment. A payment without an answer to its authorisation is `unknown`. Without an answer
 * to a capture, void or refund, the payment stays `capturing`, `voiding` or `refunding`.
 */
export const paymentEvents = [
  'authorized',
  'charged',
  'declined',
  'actionNeeded',
  'unanswered',
  'neverAsked',
  'captureBegun',
  'captureDone',
  'captureRefused',
  'voidBegun',
  'voidDone',
  'holdGone',
  'foundCharged',
  'refundBegun',
  'refundedInPart',
  'refundedWhole',
  'refundRefused',
  /** The operator's staff captured a hold or refunded a payment in the provider's own web pages. */
  'capturedOutside',
  'refundedOutsideInPart',
  'refundedOutsideWhole',
  /** A refund that was stored as done has failed, and its money came back. */
  'refundReturned',
] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

type Row = Partial<Record<PaymentEvent, PaymentState>>;

const answers = {
  authorized: 'authorized',
  charged: 'captured',
  declined: 'declined',
  actionNeeded: 'actionRequired',
} as const satisfies Row;

const transitions: Record<PaymentState, Row> = {
  requested: { ...answers, unanswered: 'unknown', neverAsked: 'voided' },
  unknown: { ...answers, unanswered: 'unknown' },
  actionRequired: { ...answers, unanswered: 'actionRequired', voidBegun: 'voiding' },
  authorized: {
    captureBegun: 'capturing',
    voidBegun: 'voiding',
    capturedOutside: 'captured',
    holdGone: 'expired',
  },
  // If the provider refuses the capture, the server voids the hold.
  capturing: { captureDone: 'captured', captureRefused: 'voiding' },
  // The cardholder may confirm a charge just before the void, so a void may end with a captured charge.
  voiding: {
    voidDone: 'voided',
    holdGone: 'expired',
    foundCharged: 'captured',
    capturedOutside: 'captured',
  },
  captured: {
    refundBegun: 'refunding',
    refundReturned: 'captured',
    refundedOutsideInPart: 'captured',
    refundedOutsideWhole: 'refunded',
  },
  refunding: {
    refundedInPart: 'captured',
    refundedWhole: 'refunded',
    refundRefused: 'captured',
  },
  declined: {},
  voided: {},
  expired: {},
  refunded: { refundReturned: 'captured' },
};

/** The state after the event. It is null if the event is not possible in this state. */
export function paymentTransition(state: PaymentState, event: PaymentEvent): PaymentState | null {
  return transitions[state][event] ?? null;
}

const inFlight: ReadonlySet<PaymentState> = new Set([
  'requested',
  'unknown',
  'actionRequired',
  'capturing',
  'voiding',
  'refunding',
]);

/** Whether the payment waits for an answer of the provider, or for a confirmation by the cardholder. */
export function isInFlight(state: PaymentState): boolean {
  return inFlight.has(state);
}
