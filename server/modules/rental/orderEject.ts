import type { RentalFailure } from '../../../contract/orders.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { isOnline } from '../cabinets/silence.ts';
import { moveSlot } from '../cabinets/slots.ts';
import { cabinetLinks } from '../stations/stationQueries.ts';
import { type RentalRow } from '../rentalRecords/rentals.ts';
import { moveRental } from './moveRental.ts';
import { ejectLifeMs } from './rentalLimits.ts';

export const ejectJob = 'rental.eject';

/**
 * Orders the eject of the charger, after the hold of the rental is placed. Ends the rental if the
 * station or the charger is no longer available. A rental has one eject command. Only a swap of the
 * charger needs another eject command.
 */
export async function orderEject(work: UnitOfWork, rental: RentalRow): Promise<RentalRow> {
  const station = await cabinetLinks(work.trx)
    .where('id', '=', rental.station_id)
    .executeTakeFirstOrThrow();
  if (!isOnline(station, work.now)) return giveUp(work, rental, 'stationOffline');
  if (!(await moveSlot(work, rental, 'eject'))) return giveUp(work, rental, 'noChargers');

  const expiresAt = addMs(work.now, ejectLifeMs);
  const ejecting = await moveRental(work, rental, 'authorized', {
    eject_expires_at: expiresAt,
    next_check_at: expiresAt,
  });
  await work.enqueue({
    kind: ejectJob,
    key: `eject:${rental.id}`,
    payload: { rentalId: rental.id },
  });
  return ejecting;
}

async function giveUp(
  work: UnitOfWork,
  rental: RentalRow,
  failure: RentalFailure,
): Promise<RentalRow> {
  await moveSlot(work, rental, 'release');
  return moveRental(work, rental, 'abandoned', { failure });
}
