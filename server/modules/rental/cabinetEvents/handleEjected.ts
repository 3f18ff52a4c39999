import type { CabinetEvent } from '../../../../contract/cabinet/messages.ts';
import { addMs, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { awaitsEvidence, disproveEjected, ejectOrderedAt, proveEjected } from '../evidence.ts';
import {
  lockOpenRentalOfCharger,
  lockRentalOfCommand,
  type RentalRow,
} from '../../rentalRecords/rentals.ts';
import { isSwappedCommand } from '../../rentalRecords/swaps.ts';
import { selfCheckMs } from '../rentalLimits.ts';
import { noteUncertainEject, type EjectSettings } from '../uncertainEjects.ts';
import { openCase } from '../../support/cases.ts';
import { requestInventorySoon } from '../../cabinets/commands.ts';
import { earliestTime, type Report } from '../../cabinets/contact.ts';
import { noteAnswered } from '../../cabinets/inbox.ts';
import {
  applyOperatorEject,
  applyOperatorEjectFailed,
} from '../../cabinets/operatorCommands/applyAnswers.ts';
import { moveSlot, setCharger } from '../../cabinets/slots.ts';

type Ejected = Extract<CabinetEvent, { type: 'ejected' }>;
type EjectFailed = Extract<CabinetEvent, { type: 'ejectFailed' }>;

/**
 * Handles the event that a charger came out. The event proves an eject only for the rental whose command id it
 * contains.
 */
export async function handleEjected(
  work: UnitOfWork,
  settings: EjectSettings,
  report: Report<Ejected>,
): Promise<void> {
  const { event, at } = report;
  const rental = await lockRentalOfCommand(work, event.command);
  if (!rental && (await isSwappedCommand(work, event.command))) return;
  if (!rental && (await applyOperatorEject(work, report))) return;
  if (!rental || rental.charger !== event.charger) return noteUnasked(work, report, null);
  await noteTime(work, report, rental);
  // If the event has no time, its earliest possible time decides whether the charger came out too late.
  if (rental.held_until && isTooLate(rental, at ?? earliestTime(work, report))) {
    const failed = await disproveEjected(work, rental, 'late');
    await noteUncertainEject(work, settings, failed);
    await noteUnasked(work, report, rental.id);
  } else if (awaitsEvidence(rental)) {
    // A time before the command is wrong. The rental then starts now, because the rider must not pay for a start that
    // is too early.
    const isPossible = at !== null && at >= ejectOrderedAt(rental);
    await proveEjected(work, rental, isPossible ? at : work.now);
  } else if (rental.state === 'failed' || rental.state === 'review') {
    await noteUncertainEject(work, settings, rental);
    await noteUnasked(work, report, rental.id);
  }
}

/**
 * Whether the charger came out more than `selfCheckMs` after the expiry of the command. Some firmware executes an old
 * command after an outage, when the rider has probably left the station.
 */
function isTooLate(rental: RentalRow, at: Date): boolean {
  return at > addMs(rental.eject_expires_at ?? rental.created_at, selfCheckMs);
}

/**
 * Stores that this event, and all later events of the same boot, happened after the eject command. Does nothing if an
 * earlier event is missing.
 */
async function noteTime(
  work: UnitOfWork,
  { event, station, arrival }: Report<Ejected | EjectFailed>,
  rental: RentalRow,
): Promise<void> {
  if (arrival.complete) await noteAnswered(work, station.id, event, ejectOrderedAt(rental));
}

/**
 * Opens a case for a charger that came out too late for its rental, or without a command for it. The rider pays nothing
 * for this charger.
 */
async function noteUnasked(
  work: UnitOfWork,
  { event, station, current }: Report<Ejected>,
  rentalId: string | null,
): Promise<void> {
  const { charger, slot } = event;
  const open = await lockOpenRentalOfCharger(work, charger);
  if (current) await moveSlot(work, { station_id: station.id, slot, charger }, 'left');
  else await requestInventorySoon(work, station.id);
  // Another rental may wait for this charger. The command of that rental cannot eject it, because the
  // charger is out.
  const waited = open !== null && current && awaitsEvidence(open);
  if (waited) await disproveEjected(work, open);
  if (current && (waited || !open)) await setCharger(work, charger, 'missing');
  await openCase(work, {
    kind: rentalId ? 'lateEject' : 'unaskedEject',
    key: rentalId ?? `${station.id}:${event.bootId}:${event.seq}`,
    stationId: station.id,
    details: { charger, slot },
    ...(rentalId ? { rentalId } : {}),
  });
}

/** Handles the event that the charger stayed inside, or that the result of the eject is unknown. */
export async function handleEjectFailed(
  work: UnitOfWork,
  report: Report<EjectFailed>,
): Promise<void> {
  const { event, station, arrival } = report;
  const rental = await lockRentalOfCommand(work, event.command);
  if (!rental) return applyOperatorEjectFailed(work, report);
  if (rental.charger !== event.charger) return;
  await noteTime(work, report, rental);
  if (!awaitsEvidence(rental)) return;
  // A time-out within the cabinet does not prove that the charger stayed inside. A failure after a gap in the events
  // proves nothing either, because a missing event may report the success of the same command.
  if (event.reason === 'timeout' || !arrival.complete) {
    const trusted = addMs(rental.eject_expires_at ?? work.now, selfCheckMs);
    return requestInventorySoon(work, station.id, trusted > work.now ? trusted : work.now);
  }
  await disproveEjected(work, rental);
  const chargerSlot = { station_id: station.id, slot: event.slot, charger: event.charger };
  if (event.reason === 'jammed' || event.reason === 'unreadable') {
    await moveSlot(work, chargerSlot, 'seenOccupied', { status: event.reason });
  } else if (event.reason === 'notFound') {
    await moveSlot(work, chargerSlot, 'unanswered');
  }
  await requestInventorySoon(work, station.id, addMs(work.now, selfCheckMs));
}
