import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { moveSlot, setCharger } from '../cabinets/slots.ts';
import { openCase } from '../support/cases.ts';
import { openClaimOf, setClaimState } from '../rentalRecords/claims.ts';
import { type RentalRow } from '../rentalRecords/rentals.ts';
import { doNextSteps } from './doNextSteps.ts';
import { between, moveRental } from './moveRental.ts';
import { notifyChargerOut } from './notifyRider.ts';
import { ejectLifeMs } from './rentalLimits.ts';
import { endSwap } from '../rentalRecords/swaps.ts';
import { noteSwappedOut } from './faulty/noteSwappedOut.ts';
import { restoreCharger } from './faulty/restoreCharger.ts';
import { noteHeldEnd } from './uncertainEjects.ts';
import { nextWarning } from './warnRider.ts';

/** Whether the result of a rental's eject is still unknown. */
export function awaitsEvidence(rental: Pick<RentalRow, 'state'>): boolean {
  return rental.state === 'ejecting' || rental.state === 'ejectUnknown';
}

/** The time at which the server ordered the eject. Earlier events cannot belong to this eject. */
export function ejectOrderedAt(rental: Pick<RentalRow, 'eject_expires_at' | 'created_at'>): Date {
  const expires = rental.eject_expires_at;
  return expires ? addMs(expires, -ejectLifeMs) : rental.created_at;
}

/**
 * Begins the rental, because the charger came out.
 *
 * @param outAt when the charger came out, or the latest possible time.
 */
export async function proveEjected(
  work: UnitOfWork,
  rental: RentalRow,
  outAt: Date,
): Promise<RentalRow> {
  const charging = await begin(work, rental, outAt);
  await notifyChargerOut(work, charging);
  return doNextSteps(work, charging);
}

/**
 * Begins a rental whose charger is already back. This function sends no notification, because the caller
 * ends the rental and then notifies the rider.
 */
export async function proveOutAndBack(
  work: UnitOfWork,
  rental: RentalRow,
  at: Date,
): Promise<RentalRow> {
  return doNextSteps(work, await begin(work, rental, at));
}

async function begin(work: UnitOfWork, rental: RentalRow, at: Date): Promise<RentalRow> {
  await noteHeldEnd(work, rental, 'out');
  await endSwap(work, rental.id, 'done');
  await moveSlot(work, rental, 'left');
  await setCharger(work, rental.charger, 'rented');
  const startedAt = between(ejectOrderedAt(rental), at, work.now);
  return moveRental(work, rental, 'ejectProved', {
    started_at: startedAt,
    next_check_at: addMs(startedAt, rental.tariff.depositCaptureMinutes * 60_000),
    warn_at: nextWarning(rental.tariff, startedAt, null),
  });
}

/**
 * Ends the rental without costs, because the charger stayed inside, or came out after the rider had left. Voids the
 * holds of the rental. If the charger was the second charger of a swap, the rental continues with its first charger
 * instead. The eject of an ended rental no longer counts as uncertain.
 */
export async function disproveEjected(
  work: UnitOfWork,
  rental: RentalRow,
  result: 'inside' | 'late' = 'inside',
): Promise<RentalRow> {
  await noteHeldEnd(work, rental, result);
  await moveSlot(work, rental, 'release');
  const restored = await restoreCharger(work, rental);
  if (restored) return restored;
  const failed = await moveRental(work, rental, 'ejectDisproved', {
    failure: 'ejectFailed',
    uncertain_eject_at: null,
    uncertain_eject_card: null,
  });
  return doNextSteps(work, failed);
}

/**
 * Undoes a rental. The cabinet reported the eject, but the rider reported that nothing came out, and the
 * inventory contains the charger. Nobody can rent the charger before support has checked it.
 */
export async function undoRental(work: UnitOfWork, rental: RentalRow): Promise<RentalRow> {
  await setCharger(work, rental.charger, 'quarantined');
  await openCase(work, {
    kind: 'ejectedButInside',
    key: rental.id,
    rentalId: rental.id,
    stationId: rental.station_id,
    details: { charger: rental.charger, slot: rental.slot },
  });
  await noteSwappedOut(work, rental);
  const claim = await openClaimOf(work, rental.id);
  if (claim) await setClaimState(work, claim.id, 'confirmed');
  const failed = await moveRental(work, rental, 'undone', { failure: 'ejectFailed' });
  return doNextSteps(work, failed);
}
