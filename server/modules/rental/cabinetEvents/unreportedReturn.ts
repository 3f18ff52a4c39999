import { addMs, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { ejectOrderedAt } from '../evidence.ts';
import { lockLostRental, type RentalRow } from '../../rentalRecords/rentals.ts';
import { selfCheckMs } from '../rentalLimits.ts';
import { storeCabinetEvent } from '../../cabinets/cabinetEvents.ts';
import { lostChargers } from '../../cabinets/chargers.ts';
import type { Snapshot } from '../../cabinets/contact.ts';
import { endLoss } from './handleReturned.ts';

/**
 * The time of a return that the cabinet did not report. It is the earliest possible time: the time of the last
 * inventory without the charger, or of the eject command if there is no such inventory.
 */
export function missedReturnAt({ report, at }: Snapshot, rental: RentalRow): Date {
  const before = report.station.inventory_at ?? ejectOrderedAt(rental);
  return before < at ? before : at;
}

/**
 * Finds the lost chargers on which this inventory cannot decide, because the inventory may be from before the eject of
 * the charger. A later inventory decides on these chargers.
 *
 * @returns the serial numbers of these chargers.
 */
export async function findUndecidedLosses(work: UnitOfWork, snapshot: Snapshot): Promise<string[]> {
  const lost = await lostChargers(work, [...snapshot.slotOf.keys()]);
  const undecided: string[] = [];
  for (const serial of lost) {
    const rental = await lockLostRental(work, serial);
    const startedAt = rental?.started_at ?? null;
    if (startedAt && snapshot.at < addMs(startedAt, selfCheckMs)) undecided.push(serial);
  }
  return undecided;
}

/** Ends a loss: the inventory shows a charger that counts as lost, although the cabinet has not reported its return. */
export async function handleUnreportedReturn(
  work: UnitOfWork,
  snapshot: Snapshot,
  charger: string,
  slot: number,
): Promise<void> {
  const lost = await lockLostRental(work, charger);
  const { station, event } = snapshot.report;
  const at = lost ? missedReturnAt(snapshot, lost) : snapshot.at;
  await storeCabinetEvent(work, snapshot.report, { charger, slot });
  await endLoss(work, lost, { stationId: station.id, charger, slot, at, event });
}
