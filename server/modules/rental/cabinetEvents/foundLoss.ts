import { addMs, type UnitOfWork } from '../../../unitOfWork.ts';
import { ejectOrderedAt } from '../evidence.ts';
import { lockLostRental, type RentalRow } from '../rentals.ts';
import { selfCheckMs } from '../terms.ts';
import type { Snapshot } from '../../cabinets/contact.ts';
import { endLoss } from './takeReturned.ts';

/** Nobody told when it was pushed in: at the earliest right after the last time it was not there. */
export function missedReturnAt({ report, at }: Snapshot, rental: RentalRow): Date {
  const before = report.station.inventory_at ?? ejectOrderedAt(rental);
  return before < at ? before : at;
}

/**
 * Lost chargers that the cabinet holds, but perhaps only held before they came out: the time of this
 * inventory is not known well enough. A later one decides about them.
 */
export async function untoldLosses(work: UnitOfWork, snapshot: Snapshot): Promise<string[]> {
  if (snapshot.slotOf.size === 0) return [];
  const lost = await work.trx
    .selectFrom('chargers')
    .select('serial')
    .where('serial', 'in', [...snapshot.slotOf.keys()])
    .where('state', '=', 'lost')
    .execute();
  const untold: string[] = [];
  for (const { serial } of lost) {
    const rental = await lockLostRental(work, serial);
    const startedAt = rental?.started_at ?? null;
    if (startedAt && snapshot.at < addMs(startedAt, selfCheckMs)) untold.push(serial);
  }
  return untold;
}

/** A cabinet holds a lost charger, and nobody reported that it was pushed in. */
export async function endFoundLoss(
  work: UnitOfWork,
  snapshot: Snapshot,
  charger: string,
  slot: number,
): Promise<void> {
  const lost = await lockLostRental(work, charger);
  const { station } = snapshot.report;
  const at = lost ? missedReturnAt(snapshot, lost) : snapshot.at;
  await endLoss(work, lost, { stationId: station.id, charger, slot, at });
}
