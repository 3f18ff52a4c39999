import type { UnitOfWork } from '../../../unitOfWork.ts';
import { slotOf } from '../../cabinets/heldBack.ts';
import { setCharger } from '../../cabinets/slots.ts';
import { endSwap, swapOf } from '../../rentalRecords/swaps.ts';
import type { RentalRow } from '../../rentalRecords/rentals.ts';
import { closeReturned } from '../closeRental.ts';
import { depositDueAt } from '../deadlines.ts';
import { moveRental } from '../moveRental.ts';
import { nextWarning } from '../warnRider.ts';

/**
 * Gives a rental its first charger back, because the second charger did not come out. If the first charger
 * is in a slot by now, the rental ends. Returns null if the rental has no second charger.
 */
export async function restoreCharger(
  work: UnitOfWork,
  rental: RentalRow,
): Promise<RentalRow | null> {
  const swap = await swapOf(work, rental.id);
  if (swap?.state !== 'opening') return null;
  await endSwap(work, rental.id, 'failed');
  const { charger, station_id, slot, eject_command, eject_expires_at, started_at } = swap;
  const running = await moveRental(work, rental, 'swapFailed', {
    charger,
    station_id,
    slot,
    eject_command,
    eject_expires_at,
    started_at,
    next_check_at: depositDueAt({ ...rental, started_at }),
    warn_at: nextWarning(rental.tariff, started_at, null),
  });
  const place = await slotOf(work, charger);
  if (!place) {
    await setCharger(work, charger, 'rented');
    return running;
  }
  return closeReturned(work, running, {
    stationId: place.station_id,
    slot: place.slot,
    at: place.changed_at,
  });
}
