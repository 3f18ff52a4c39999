import type { CabinetEvent } from '../../../../contract/cabinet/messages.ts';
import { addMs, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { closeFound, closeReturned, closeReturnedInTime } from '../closeRental.ts';
import { awaitsEvidence, ejectOrderedAt, proveOutAndBack } from '../evidence.ts';
import {
  lockLostRental,
  lockOpenRentalOfCharger,
  reviewedRentalOf,
  type RentalRow,
} from '../../rentalRecords/rentals.ts';
import { addToCasesOf, openCase } from '../../support/cases.ts';
import { chargerState } from '../../cabinets/chargers.ts';
import { requestInventorySoon } from '../../cabinets/commands.ts';
import { earliestTime, type Report } from '../../cabinets/contact.ts';
import { takeCharger } from '../../cabinets/stock/takeCharger.ts';
import { writeSlot } from '../../cabinets/writeSlot.ts';
import { lockSlotAndSlotsOf, recount, setCharger } from '../../cabinets/slots.ts';

type Returned = Extract<CabinetEvent, { type: 'returned' }>;

/** The maximum difference that the server tolerates between its own clock and a correct clock of a cabinet. */
const toleranceMs = 2000;

/**
 * Handles a return. The return ends only the rental to which it belongs. A return before the eject of the
 * current rental belongs to an earlier rental, and the cabinet reported it late.
 */
export async function handleReturned(work: UnitOfWork, report: Report<Returned>): Promise<void> {
  const { event, station } = report;
  const rental = await lockOpenRentalOfCharger(work, event.charger);
  if (rental && rental.state !== 'authorizing') {
    if (!belongsTo(work, rental, report)) return handleFormerReturn(work, report, rental);
    const at = earliestTime(work, report);
    const running = awaitsEvidence(rental) ? await proveOutAndBack(work, rental, at) : rental;
    await closeReturned(work, running, { stationId: station.id, slot: event.slot, at, event });
  } else if (!rental) {
    const lost = await lockLostRental(work, event.charger);
    if (lost && !belongsTo(work, lost, report)) return askInstead(work, report);
    const { charger, slot } = event;
    const at = earliestTime(work, report);
    const back = { stationId: station.id, charger, slot, at, event };
    if ((await chargerState(work, charger)) === 'lost') await endLoss(work, lost, back);
    // If an inventory showed the lost charger before this event arrived, the loss has already
    // ended. The inventory did not show the exact time of the return, so this event may prove a
    // return before the loss.
    else if (!lost || !(await closeReturnedInTime(work, lost, back))) await welcome(work, report);
  }
  await storeCharger(work, report);
}

/**
 * Handles a return that happened before the current rental. Such a return can only change an earlier rental whose
 * charger was lost.
 */
async function handleFormerReturn(
  work: UnitOfWork,
  report: Report<Returned>,
  rental: RentalRow,
): Promise<void> {
  const { charger, slot } = report.event;
  const lost = await lockLostRental(work, charger, rental.created_at);
  if (lost && belongsTo(work, lost, report)) {
    const back = {
      stationId: report.station.id,
      slot,
      at: earliestTime(work, report),
      event: report.event,
    };
    await closeReturnedInTime(work, lost, back);
  }
  await askInstead(work, report);
}

function belongsTo(work: UnitOfWork, rental: RentalRow, report: Report): boolean {
  const { at, notAfter, current, station } = report;
  const ordered = ejectOrderedAt(rental);
  // The event arrived in order, and the cabinet had no outage after the eject. So the event is newer than
  // the eject, even if the cabinet's clock is wrong.
  if (current && (station.silent_since === null || station.silent_since >= ordered)) return true;
  // If the cabinet had no outage, the latest possible time of the event decides. After an outage, this time may be much
  // too late, because the cabinet stored its events during the outage.
  if (!at && notAfter && station.silent_since === null) return notAfter >= ordered;
  // An event that arrives after later events is probably old, so it gets no tolerance. If the event is not
  // old, the next inventory ends the rental.
  return addMs(earliestTime(work, report), at && current ? toleranceMs : 0) >= ordered;
}

/**
 * Updates the state of a returned charger that has no open rental, and adds the return to the case
 * of an unclear eject.
 */
async function welcome(work: UnitOfWork, report: Report<Returned>): Promise<void> {
  const { event, station } = report;
  await noteUsed(work, report);
  const { charger, slot } = event;
  await takeCharger(work, station.id, { charger, slot }, false);
}

/**
 * Adds the return to the case of a rental whose eject has no known result. The return shows that the charger was out.
 * The rider pays nothing for the rental, unless a person decides otherwise.
 */
async function noteUsed(work: UnitOfWork, report: Report<Returned>): Promise<void> {
  const { event, station } = report;
  const rentalId = await reviewedRentalOf(work, event.charger);
  if (rentalId === null) return;
  const back = {
    returnedAt: earliestTime(work, report).toISOString(),
    returnStation: station.id,
    returnSlot: event.slot,
  };
  await addToCasesOf(work, rentalId, ['ejectUnknown', 'notEjected'], back);
}

interface Found {
  stationId: string;
  charger: string;
  slot: number;
  /** The time of the return. If the time is uncertain, the earliest possible time. */
  at: Date;
  event: { readonly bootId: string; readonly seq: number };
}

/**
 * Handles the return of a lost charger. If the charger was returned before the loss, the server bills the rental again.
 * If it was returned after the loss, but within the time of the tariff, the rider gets the fee of the loss back. After
 * this time, support decides. A charger that was returned after the loss is not lent until a person has checked it.
 */
export async function endLoss(
  work: UnitOfWork,
  lost: RentalRow | null,
  found: Found,
): Promise<void> {
  const { stationId, charger, slot } = found;
  await setCharger(work, charger, 'docked');
  if (lost && (await closeReturnedInTime(work, lost, found))) return;
  await setCharger(work, charger, 'quarantined');
  const isRefunded = lost !== null && (await closeFound(work, lost, found.at));
  await openCase(work, {
    kind: isRefunded ? 'foundAfterLoss' : 'lostChargerReturned',
    key: lost?.id ?? charger,
    stationId,
    details: { charger, slot },
    ...(lost ? { rentalId: lost.id } : {}),
  });
}

async function storeCharger(work: UnitOfWork, report: Report<Returned>): Promise<void> {
  const { event, station, current } = report;
  const slots = await lockSlotAndSlotsOf(work, {
    station_id: station.id,
    slot: event.slot,
    charger: event.charger,
  });
  const before = slots.find(
    ({ station_id, slot }) => station_id === station.id && slot === event.slot,
  );
  const elsewhere = slots.find((slot) => slot.charger === event.charger && slot !== before);
  const at = earliestTime(work, report);
  if (!current || (elsewhere && elsewhere.changed_at > at)) return askInstead(work, report);
  if (before?.charger && before.charger !== event.charger) {
    await setCharger(work, before.charger, 'missing');
  }
  const { slot, charger, level } = event;
  const status = before?.status ?? 'ok';
  await writeSlot(work, station.id, before, { slot, charger, level, status }, 'inserted');
  await recount(work, station.id);
}

/** Requests an inventory, because the report may be outdated and only a new inventory is certain. */
async function askInstead(work: UnitOfWork, { station }: Report): Promise<void> {
  await requestInventorySoon(work, station.id);
}
