import type { Settings } from '../../../settings/settings.ts';
import { addMs, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { closeReturned } from '../closeRental.ts';
import {
  awaitsEvidence,
  disproveEjected,
  ejectOrderedAt,
  proveEjected,
  proveOutAndBack,
  undoRental,
} from '../evidence.ts';
import { openClaimOf } from '../../rentalRecords/claims.ts';
import { lockOpenRentalsAt, setRental, type RentalRow } from '../../rentalRecords/rentals.ts';
import { resumeClock } from '../claims/decideClaim.ts';
import { claimTrustMs, selfCheckMs } from '../rentalLimits.ts';
import { setLiveState } from '../../stations/liveState.ts';
import { openCaseAgain } from '../../support/cases.ts';
import { storeCabinetEvent } from '../../cabinets/cabinetEvents.ts';
import { requestInventorySoon } from '../../cabinets/commands.ts';
import {
  earliestTime,
  type Inventory,
  type Report,
  type Snapshot,
} from '../../cabinets/contact.ts';
import { storeBatteries } from '../../cabinets/health.ts';
import { settleCommands } from '../../cabinets/operatorCommands/applyAnswers.ts';
import { slotNumbers } from '../../cabinets/slots.ts';
import { reconcileSlots } from '../../cabinets/reconcileSlots.ts';
import { findUndecidedLosses, handleUnreportedReturn, missedReturnAt } from './unreportedReturn.ts';

/**
 * Handles a cabinet's inventory: settles unanswered ejects, finds unreported returns, and corrects the
 * slots. An inventory is outdated if a later event was already processed, or if the inventory is from an
 * earlier boot. For an outdated inventory, the server only requests a new inventory.
 */
export async function handleInventory(
  work: UnitOfWork,
  { unknownChargers }: Pick<Settings, 'unknownChargers'>,
  report: Report<Inventory>,
): Promise<void> {
  const { event, station } = report;
  if (!report.current) return requestInventorySoon(work, station.id);

  await storeBatteries(work, event.slots);
  const slotOf = new Map<string, number>();
  for (const { slot, charger } of event.slots) if (charger !== null) slotOf.set(charger, slot);
  const snapshot: Snapshot = { report, at: earliestTime(work, report), slotOf };

  const rentals = await lockOpenRentalsAt(work, station.id, [...slotOf.keys()]);
  /** Chargers about which this snapshot decides nothing. */
  const undecided = new Set(await findUndecidedLosses(work, snapshot));
  for (const charger of await settleCommands(work, snapshot)) undecided.add(charger);
  let isUrgent = undecided.size > 0;
  for (const rental of rentals) {
    if (await applySnapshot(work, snapshot, rental)) continue;
    undecided.add(rental.charger);
    // A held rental may stay undecided for days, so it is not urgent: its own check requests the inventory again.
    isUrgent ||= !rental.held_until;
  }
  await reconcileSlots(
    work,
    snapshot,
    undecided,
    (charger, slot) => handleUnreportedReturn(work, snapshot, charger, slot),
    unknownChargers === 'accept',
  );
  if (isUrgent) return requestInventorySoon(work, station.id, addMs(work.now, selfCheckMs));
  if (undecided.size > 0) return;
  // Stores the time only if the inventory decides on all chargers. A later check uses this time as proof
  // that a charger was not in the cabinet yet.
  await setLiveState(work, station.id, { inventory_at: snapshot.at });
}

/** Applies a snapshot to an open rental. Returns false if the snapshot does not allow a decision yet. */
async function applySnapshot(
  work: UnitOfWork,
  snapshot: Snapshot,
  rental: RentalRow,
): Promise<boolean> {
  if (rental.state === 'authorizing') return true;
  const { station } = snapshot.report;
  const isInside = snapshot.slotOf.has(rental.charger);
  const isHome = rental.station_id === station.id;

  if (awaitsEvidence(rental)) {
    if (isHome) return settleEject(work, snapshot, rental);
    if (!isInside) return true;
    if (snapshot.at <= ejectOrderedAt(rental)) return false;
    await closeMissedReturn(work, snapshot, await proveOutAndBack(work, rental, snapshot.at));
    return true;
  }
  if (isHome && rental.not_ejected_at) return answerReport(work, snapshot, rental, isInside);
  if (!isInside) {
    if (rental.claimed_at) await refuteClaim(work, snapshot, rental);
    return true;
  }
  // Just after an eject, the cabinet's inventory may still contain the ejected charger.
  if (snapshot.at < addMs(rental.started_at ?? work.now, isHome ? selfCheckMs : 0)) return false;
  await closeMissedReturn(work, snapshot, rental);
  return true;
}

async function settleEject(
  work: UnitOfWork,
  snapshot: Snapshot,
  rental: RentalRow,
): Promise<boolean> {
  const trusted = addMs(rental.eject_expires_at ?? work.now, selfCheckMs);
  if (snapshot.at < trusted) return false;
  if (!snapshot.slotOf.has(rental.charger)) {
    if (!isContentKnown(snapshot, rental.slot)) return false;
    await proveEjected(work, rental, work.now);
    return true;
  }
  // The charger may have come out and returned. Only the cabinet's stored events can show this, so the server waits for
  // them.
  if (!snapshot.report.arrival.complete) return false;
  await disproveEjected(work, rental);
  return true;
}

/**
 * Whether the snapshot shows what is in a slot. A slot that is missing, or that the cabinet cannot read,
 * may still contain the charger.
 */
function isContentKnown({ report }: Snapshot, slot: number): boolean {
  const view = report.event.slots.find((other) => other.slot === slot);
  return view !== undefined && (view.charger !== null || view.status !== 'unreadable');
}

/** Decides on the rider's report that nothing came out. Returns false if the snapshot does not allow a decision yet. */
async function answerReport(
  work: UnitOfWork,
  snapshot: Snapshot,
  rental: RentalRow,
  isInside: boolean,
): Promise<boolean> {
  const trusted = addMs(rental.started_at ?? work.now, selfCheckMs);
  const deniedAt = rental.not_ejected_at ?? work.now;
  if (snapshot.at < trusted || snapshot.at < deniedAt) return false;
  if (isInside) {
    await undoRental(work, rental);
    return true;
  }
  // The rider may deny the eject again after an operator has closed the case of the first denial.
  await openCaseAgain(work, {
    kind: 'notEjected',
    key: rental.id,
    rentalId: rental.id,
    stationId: rental.station_id,
    details: { reason: 'the cabinet does not hold it' },
  });
  await setRental(work, rental.id, { not_ejected_at: null, next_check_at: work.now });
  return true;
}

/**
 * Refuses a claim if the charger is not in the cabinet of the claim. The inventory must be at least `claimTrustMs`
 * newer than the claim, and must show every slot. Otherwise a later inventory or a person decides.
 */
async function refuteClaim(
  work: UnitOfWork,
  { report, at }: Snapshot,
  rental: RentalRow,
): Promise<void> {
  const claim = await openClaimOf(work, rental.id);
  if (claim?.state !== 'checking' || claim.station_id !== report.station.id) return;
  // If no slot takes the charger, the charger stays with the rider. So its absence from the cabinet does not refute the
  // claim.
  if (claim.kind !== 'returned' || !report.arrival.complete) return;
  if (at < addMs(claim.created_at, claimTrustMs)) return;
  const isUnsure = report.event.slots.some(
    ({ charger, status }) => charger === null && status !== 'ok' && status !== 'disabled',
  );
  if (isUnsure) return;
  // A slot that is missing in the inventory may contain the charger.
  const reportedSlots = new Set(report.event.slots.map(({ slot }) => slot));
  const known = await slotNumbers(work, report.station.id);
  if (known.every((slot) => reportedSlots.has(slot))) await resumeClock(work, rental);
}

async function closeMissedReturn(
  work: UnitOfWork,
  snapshot: Snapshot,
  rental: RentalRow,
): Promise<void> {
  const { station } = snapshot.report;
  const slot = snapshot.slotOf.get(rental.charger) ?? rental.slot;
  const at = missedReturnAt(snapshot, rental);
  const { event } = snapshot.report;
  await storeCabinetEvent(work, snapshot.report, { charger: rental.charger, slot });
  await closeReturned(work, rental, { stationId: station.id, slot, at, event });
}
