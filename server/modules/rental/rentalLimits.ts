import type { RentalState } from '../../../contract/orders.ts';

const second = 1000;
const minute = 60 * second;

/** The time from the order of an eject to the expiry of its command. */
export const ejectLifeMs = 30 * second;

/** The duration of a cabinet's self-check after an eject. Until then its inventory proves nothing. */
export const selfCheckMs = 5 * second;

/** The maximum time that the server waits for evidence of an eject. After that, support decides. */
export const ejectUnknownBoundMs = 10 * minute;

/** The interval at which the server requests the inventory of a silent cabinet in that time. */
export const ejectAskAgainMs = minute;

/** The interval at which the server requests the inventory for a held rental, while its cabinet is online. */
export const heldCheckMs = 10 * minute;

/** The maximum time without an answer to a hold. After that, the rental ends. */
export const holdBoundMs = 2 * minute;

/** The maximum time for the cardholder's confirmation. */
export const actionBoundMs = 5 * minute;

/** The maximum time without an answer to the payment of a bill. After that, support gets a case. */
export const billBoundMs = 10 * minute;

/** The maximum time for a cabinet's inventory after a rider's report that nothing came out. */
export const notEjectedBoundMs = 2 * minute;

/** The time after the start in which such a report counts. Later, the rider has left the station. */
export const notEjectedWithinMs = 15 * minute;

/** The maximum number of rentals at one station within a minute. It limits misuse. */
export const startsPerStationMinute = 20;

/** The maximum number of rentals by one rider within ten minutes. */
export const startsPerRider = 10;
export const startsPerRiderMs = 10 * minute;

/** The times of the reminders of an unpaid order, counted from the last failed charge. */
export const remindAfterMs = [1, 3, 7].map((days) => days * 24 * 60 * minute);

/**
 * The time before the capture of the deposit, and before the loss, at which the rider gets a warning. It
 * is shorter for a tariff with short times.
 */
export const warnBeforeMs = 2 * 60 * minute;

/** The time for which the home screen shows a return that the rider did not dismiss. */
export const returnedNewsMs = 10 * minute;

/** The maximum time without an answer from the provider, before the server acts on a rental. */
export function moneyBoundMs({ state }: { state: RentalState }): number {
  return state === 'authorizing' ? holdBoundMs : billBoundMs;
}
