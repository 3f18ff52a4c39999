import type { z } from 'zod';
import type { ReportFaulty } from '../../../../contract/claims.ts';
import { faultyWithinMs } from '../../../../contract/rules/app/faultyReports.ts';
import { ProblemError } from '../../../http/problem.ts';
import { addMs, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { reportCharger } from '../../cabinets/heldBack.ts';
import { isOnline } from '../../cabinets/silence.ts';
import { moveSlot, reserveCharger, setCharger } from '../../cabinets/slots.ts';
import { beginSwap, countFreeRentals, swapOf } from '../../rentalRecords/swaps.ts';
import { lockOwnRental, setRental, type RentalRow } from '../../rentalRecords/rentals.ts';
import { chargersForOthers } from '../../reservations/reservations.ts';
import { lockStation } from '../../stations/liveState.ts';
import { cabinetLinks } from '../../stations/stationQueries.ts';
import { openCase } from '../../support/cases.ts';
import { moveRental } from '../moveRental.ts';
import { ejectJob } from '../orderEject.ts';
import { ejectLifeMs, freeRentalsPerRider, freeRentalsWithinMs } from '../rentalLimits.ts';

type Report = z.output<typeof ReportFaulty>;

/**
 * Handles a rider's report that the charger does not charge. The rider pays nothing for the rental,
 * and gets another charger for the same rental. A cabinet ejects this charger: at the station in
 * the report, or at the station of the pick-up if the report names no station. If this station has
 * no charger, the rider may repeat the report at another station. Returns the order's id.
 *
 * @throws {ProblemError} orderNotFound, also if the order belongs to another rider; notClaimable; stationNotFound;
 * invalidInput for the id of another charger.
 */
export async function reportFaulty(
  work: UnitOfWork,
  userId: string,
  rentalId: string,
  { stationId, charger }: Report,
): Promise<string> {
  const rental = await lockOwnRental(work, userId, rentalId);
  const swap = await swapOf(work, rental.id);
  if (swap?.state === 'opening' || swap?.state === 'done') return rental.id;
  const startedAt = rental.started_at ?? rental.created_at;
  const isLate = !rental.is_free && addMs(startedAt, faultyWithinMs) < work.now;
  if (rental.state !== 'charging' || rental.claimed_at || isLate) {
    throw new ProblemError('notClaimable', { orderId: rental.id });
  }
  if (charger !== undefined && charger !== rental.charger) {
    throw new ProblemError('invalidInput', { fields: ['body.charger'] });
  }
  if (!rental.is_free) await makeFree(work, rental);
  await swapCharger(work, rental, stationId ?? rental.station_id);
  work.orderChanged(userId, rental.id);
  return rental.id;
}

async function makeFree(work: UnitOfWork, rental: RentalRow): Promise<void> {
  const since = addMs(work.now, -freeRentalsWithinMs);
  if ((await countFreeRentals(work, rental.user_id, since)) >= freeRentalsPerRider) {
    throw new ProblemError('notClaimable', { orderId: rental.id });
  }
  await setRental(work, rental.id, { is_free: true });
  const isHeldBack = await reportCharger(work, rental.charger, rental.id);
  await openCase(work, {
    kind: 'reportedCharger',
    key: rental.id,
    rentalId: rental.id,
    stationId: rental.station_id,
    details: { charger: rental.charger, isHeldBack },
  });
}

/** Ejects another charger. Does nothing if the station has no charger, is not online, or lends no chargers. */
async function swapCharger(work: UnitOfWork, rental: RentalRow, stationId: string): Promise<void> {
  const station = await cabinetLinks(work.trx).where('id', '=', stationId).executeTakeFirst();
  if (!station) throw new ProblemError('stationNotFound');
  if (!isOnline(station, work.now)) return;
  const locked = await lockStation(work, stationId);
  if (locked?.state !== 'live') return;
  const forOthers = await chargersForOthers(work, stationId, rental.user_id);
  const chargerSlot = await reserveCharger(work, stationId, rental.tariff.minimumLevel, forOthers);
  if (!chargerSlot) return;
  if (!(await moveSlot(work, chargerSlot, 'eject'))) return;
  await beginSwap(work, {
    rental_id: rental.id,
    charger: rental.charger,
    station_id: rental.station_id,
    slot: rental.slot,
    eject_command: rental.eject_command,
    eject_expires_at: rental.eject_expires_at,
    started_at: rental.started_at ?? rental.created_at,
  });
  // The rider still has the first charger, but this charger now belongs to no rental.
  await setCharger(work, rental.charger, 'missing');
  const expiresAt = addMs(work.now, ejectLifeMs);
  const command = `eject:${rental.id}:${work.now.getTime()}`;
  await moveRental(work, rental, 'swapBegun', {
    ...chargerSlot,
    eject_command: command,
    eject_expires_at: expiresAt,
    next_check_at: expiresAt,
    not_ejected_at: null,
  });
  await work.enqueue({ kind: ejectJob, key: command, payload: { rentalId: rental.id } });
}
