import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { chargerState, isMissingSince } from '../../cabinets/chargers.ts';
import { slotOf } from '../../cabinets/heldBack.ts';
import { setCharger } from '../../cabinets/slots.ts';
import { endSwap, swapOf, type SwapRow } from '../../rentalRecords/swaps.ts';
import type { RentalRow } from '../../rentalRecords/rentals.ts';
import { closeReturned } from '../closeRental.ts';
import { depositDueAt, lossDueAt } from '../../rentalRecords/deadlines.ts';
import { noteChargerOut } from './noteSwappedOut.ts';
import { moveRental } from '../moveRental.ts';
import { nextWarning } from '../warnRider.ts';

/**
 * Makes the first charger the charger of the rental again, because the second charger did not come out. If a cabinet
 * has reported the first charger since the swap began, the rental ends instead: the charger is in a slot, or another
 * rider has rented it. Returns null if the rental waits for no second charger.
 */
export async function restoreCharger(
  work: UnitOfWork,
  rental: RentalRow,
): Promise<RentalRow | null> {
  const swap = await swapOf(work, rental.id);
  if (swap?.state !== 'opening') return null;
  await endSwap(work, rental.id, 'failed');
  const { charger, station_id, slot, eject_command, eject_expires_at, started_at } = swap;
  const isOut = await isMissingSince(work, charger, swap.swapped_at);
  const running = await moveRental(work, rental, 'swapFailed', {
    // If the first charger is not out, it may already have another open rental, and a charger can have only one.
    ...(isOut && { charger }),
    station_id,
    slot,
    eject_command,
    eject_expires_at,
    started_at,
    next_check_at: depositDueAt({ ...rental, started_at }),
    warn_at: nextWarning(rental.tariff, started_at, null),
  });
  if (isOut) {
    await setCharger(work, charger, 'rented');
    return running;
  }
  return endWithFirst(work, running, swap);
}

/** Ends a rental whose first charger came back during the swap. */
async function endWithFirst(
  work: UnitOfWork,
  running: RentalRow,
  { charger, station_id, swapped_at }: SwapRow,
): Promise<RentalRow> {
  const chargerSlot = await slotOf(work, charger);
  // The slot may have changed again after the return, so `changed_at` may be too late. If
  // `changed_at` is after the loss, use the time of the swap, because the rider must not pay for a
  // loss.
  const isKnown = chargerSlot !== null && chargerSlot.changed_at < lossDueAt(running);
  const state = (await chargerState(work, charger)) ?? 'missing';
  if (!chargerSlot && state !== 'rented') await noteChargerOut(work, running, charger);
  return closeReturned(
    work,
    { ...running, charger },
    {
      stationId: chargerSlot?.station_id ?? station_id,
      slot: chargerSlot?.slot ?? null,
      at: isKnown ? chargerSlot.changed_at : swapped_at,
      chargerState: state,
    },
  );
}
