import type { RentalState } from '../../../contract/orders.ts';

const second = 1000;
const minute = 60 * second;

/** The time from the order of an eject to the expiry of its command. */
export const ejectLifeMs = 30 * second;

/**
 * The duration of a cabinet's self-check after an eject. Until the end of the self-check, the cabinet's
 * inventory proves nothing about the charger.
 */
export const selfCheckMs = 5 * second;

/**
 * The maximum time after the expiry of an eject command for which the server waits for evidence of the eject. After
 * this time, the server opens a case and voids the hold. It keeps the hold of a suspicious rental longer.
 */
export const ejectUnknownBoundMs = 10 * minute;

/** The interval at which the server requests the inventory while it waits for evidence of an eject. */
export const ejectAskAgainMs = minute;

/** The interval at which the server requests the inventory for a held rental while its cabinet is online. */
export const heldCheckMs = 10 * minute;

/** The maximum time for which the server waits for the result of a hold. After this time, the rental ends. */
export const holdBoundMs = 2 * minute;

/** The maximum time for the cardholder to confirm a payment. */
export const actionBoundMs = 5 * minute;

/**
 * The maximum time for which the server waits for the result of a bill's payment. After this time, support gets a case.
 */
export const billBoundMs = 10 * minute;

/** The maximum time for which the server waits for the inventory after a rider's report that nothing came out. */
export const notEjectedBoundMs = 2 * minute;

/**
 * The time after the start of a rental in which a rider's report that nothing came out can end the rental. A later
 * report only opens a case, because the rider has probably left the station.
 */
export const notEjectedWithinMs = 15 * minute;

/** The interval at which the server requests the inventory while it checks a claim. */
export const claimAskAgainMs = minute;

/**
 * An inventory refutes a claim only if it is at least this much newer than the claim, because a cabinet may detect a
 * return late.
 */
export const claimTrustMs = minute;

/** If the return follows a claim within this time, the rider pays only until the claim. */
export const claimToleranceMs = 10 * minute;

/**
 * The maximum distance between the rider's position and the station of a claim that names no
 * station.
 */
export const claimPlaceMetres = 150;

export const openClaimsPerRider = 2;
/** After this number of refused claims about a rental, the server accepts no further claim. */
export const refusedClaimsPerRental = 2;

/**
 * If a charger does not charge, its rental costs nothing. This is the maximum number of such
 * rentals of one rider within `freeRentalsWithinMs`.
 */
export const freeRentalsPerRider = 3;
export const freeRentalsWithinMs = 30 * 24 * 60 * minute;

/** The maximum number of rentals that one rider may begin within ten minutes. */
export const startsPerRider = 10;
export const startsPerRiderMs = 10 * minute;

/**
 * The times of the reminders of an unpaid order, counted from the end of the rental or from a later payment attempt.
 */
export const remindAfterMs = [1, 3, 7].map((days) => days * 24 * 60 * minute);

/**
 * How long before the capture of the deposit, and before the loss, the rider gets a warning. The time is
 * shorter for a tariff with short times.
 */
export const warnBeforeMs = 2 * 60 * minute;

/** How long the home screen shows a return that the rider does not dismiss. */
export const returnedNewsMs = 10 * minute;

/** The maximum time without an answer from the provider. After this time the server acts on the rental. */
export function moneyBoundMs({ state }: { state: RentalState }): number {
  return state === 'authorizing' ? holdBoundMs : billBoundMs;
}
