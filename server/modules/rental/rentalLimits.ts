import type { RentalState } from '../../../contract/orders.ts';

const second = 1000;
const minute = 60 * second;

/** The validity of an eject command. */
export const ejectLifeMs = 30 * second;

/** The time of a cabinet's self-check after an eject; until then its inventory is ignored. */
export const selfCheckMs = 5 * second;

/** How long the server waits for evidence of an eject before support takes over. */
export const ejectUnknownBoundMs = 10 * minute;

/** How often a silent cabinet is asked again in that time. */
export const ejectAskAgainMs = minute;

/** How often the cabinet of a held rental is asked again, while it is online. */
export const heldCheckMs = 10 * minute;

/** How long a hold may stay unanswered before the rental is given up. */
export const holdBoundMs = 2 * minute;

/** How long the card's owner may take to confirm. */
export const actionBoundMs = 5 * minute;

/** How long a bill may stay unanswered before support gets a case. */
export const billBoundMs = 10 * minute;

/** How long a cabinet may take to answer after a rider reports that nothing came out. */
export const notEjectedBoundMs = 2 * minute;

/** Later than this after the start, the rider has left the station. */
export const notEjectedWithinMs = 15 * minute;

/** The maximum number of rentals at one station within a minute, against pranks. */
export const startsPerStationMinute = 20;

/** The maximum number of rentals by one rider within ten minutes. */
export const startsPerRider = 10;
export const startsPerRiderMs = 10 * minute;

/** When the rider gets reminders of an unpaid order, counted from the last failed charge. */
export const remindAfterMs = [1, 3, 7].map((days) => days * 24 * 60 * minute);

/**
 * How long before the deposit, and the loss, the rider is warned; less for a tariff with short
 * times.
 */
export const warnBeforeMs = 2 * 60 * minute;

/** How long the home screen shows a return that was not dismissed. */
export const returnedNewsMs = 10 * minute;

/** The time without an answer of the provider after which the server acts on a rental. */
export function moneyBoundMs({ state }: { state: RentalState }): number {
  return state === 'authorizing' ? holdBoundMs : billBoundMs;
}
