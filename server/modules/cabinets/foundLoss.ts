import { later, type Work } from '../../work.ts';
import { ejectOrderedAt } from '../rental/evidence.ts';
import { lockLostRental, type RentalRow } from '../rental/rentals.ts';
import { selfCheckMs } from '../rental/terms.ts';
import type { Snapshot } from './contact.ts';
import { endLoss } from './takeReturned.ts';

/** Nobody told when it was pushed in: at the earliest right after the last time it was not there. */
export function missedReturnAt({ report, at }: Snapshot, rental: RentalRow): Date {
  const before = report.station.inventory_at ?? ejectOrderedAt(rental);
  return before < at ? before : at;
}

/** A cabinet holds a lost charger, and nobody reported that it was pushed in. */
export async function endFoundLoss(
  work: Work,
  snapshot: Snapshot,
  charger: string,
  slot: number,
): Promise<void> {
  const lost = await lockLostRental(work, charger);
  const { station } = snapshot.report;
  // A look at the slots from before it came out tells nothing of when it came back.
  const isAfter = lost?.started_at && snapshot.at >= later(lost.started_at, selfCheckMs);
  const at = isAfter ? missedReturnAt(snapshot, lost) : null;
  await endLoss(work, lost, { stationId: station.id, charger, slot, at });
}
