import type { ErrorCode } from '../../../contract/errors.ts';
import type { RentalState } from '../../../contract/orders.ts';
import type { DeclineReason } from '../../providers/payments/provider.ts';

const second = 1000;
const minute = 60 * second;

/** A station that was silent for longer is offline: three missed heartbeats. */
export const silenceMs = 90 * second;

/** An eject command is void after this time. */
export const ejectLifeMs = 30 * second;

/** After an eject a cabinet checks itself; what it says of its stock until then is not believed. */
export const selfCheckMs = 5 * second;

/** How long evidence of an eject is waited for before support takes over. */
export const ejectUnknownBoundMs = 10 * minute;

/** How often a silent cabinet is asked again meanwhile. */
export const ejectAskAgainMs = minute;

/** How long a hold may stay unanswered before the rental is given up. */
export const holdBoundMs = 2 * minute;

/** How long the card's owner may take to confirm. */
export const actionBoundMs = 5 * minute;

/** How long a bill may stay unanswered before support is told. */
export const billBoundMs = 10 * minute;

/** How long a cabinet may take to answer a rider who says that nothing came out. */
export const notEjectedBoundMs = 2 * minute;

/** Later than this after the start, nobody still stands at the slot. */
export const notEjectedWithinMs = 15 * minute;

/** Rentals begun at one station within a minute; a cabinet is no vending machine for pranks. */
export const startsPerStationMinute = 20;

/** Rentals begun by one rider within ten minutes. */
export const startsPerRider = 10;
export const startsPerRiderMs = 10 * minute;

/** How long home tells of a return that was not dismissed. */
export const returnedNewsMs = 10 * minute;

/** After how long without an answer of the provider something is done about a rental. */
export function moneyBoundMs({ state }: { state: RentalState }): number {
  return state === 'authorizing' ? holdBoundMs : billBoundMs;
}

/** What a rider is told of a declined charge. */
export function chargeFailureOf(reason: DeclineReason): ErrorCode {
  switch (reason) {
    case 'insufficientFunds':
      return 'insufficientFunds';
    case 'expired':
      return 'cardExpired';
    case 'declined':
    case 'authenticationFailed':
    case 'invalidCard':
      return 'paymentDeclined';
  }
}
