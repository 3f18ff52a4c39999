import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { chargerState } from '../../cabinets/chargers.ts';
import { swapOf } from '../../rentalRecords/swaps.ts';
import type { RentalRow } from '../../rentalRecords/rentals.ts';
import { openCase } from '../../support/cases.ts';

/**
 * Opens a case about the first charger of a rental that ends. Does nothing if the rider has not swapped this charger,
 * or if the charger is not missing.
 */
export async function noteSwappedOut(work: UnitOfWork, rental: RentalRow): Promise<void> {
  const swap = await swapOf(work, rental.id);
  if (swap?.state !== 'done' || (await chargerState(work, swap.charger)) !== 'missing') return;
  await noteChargerOut(work, rental, swap.charger);
}

/** Opens a case about the first charger of an ended rental, because nobody pays for this charger any more. */
export async function noteChargerOut(
  work: UnitOfWork,
  { id, station_id }: Pick<RentalRow, 'id' | 'station_id'>,
  charger: string,
): Promise<void> {
  await openCase(work, {
    kind: 'reportedCharger',
    key: `${id}:out`,
    rentalId: id,
    stationId: station_id,
    details: { charger, isOut: true },
  });
}
