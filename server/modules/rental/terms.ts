import type { RentalState } from '../../../contract/orders.ts';

const second = 1000;
const minute = 60 * second;

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

/** When the rider is reminded that an order is unpaid, after the last charge failed. */
export const remindAfterMs = [1, 3, 7].map((days) => days * 24 * 60 * minute);

/** How long before the deposit, and the loss, the rider is warned; sooner where a tariff is in a hurry. */
export const warnBeforeMs = 2 * 60 * minute;

/** How long home tells of a return that was not dismissed. */
export const returnedNewsMs = 10 * minute;

/** After how long without an answer of the provider something is done about a rental. */
export function moneyBoundMs({ state }: { state: RentalState }): number {
  return state === 'authorizing' ? holdBoundMs : billBoundMs;
}
