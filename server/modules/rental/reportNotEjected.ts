import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { requestInventory } from '../cabinets/commands.ts';
import { openCaseAgain } from '../support/cases.ts';
import { lockOwnRental, setRental, type RentalRow } from '../rentalRecords/rentals.ts';
import { endUnknown } from './checkRental.ts';
import { awaitsEvidence, ejectOrderedAt } from './evidence.ts';
import type { EjectSettings } from './uncertainEjects.ts';
import { notEjectedBoundMs, notEjectedWithinMs, selfCheckMs } from './rentalLimits.ts';

/**
 * Handles a rider's report that no charger came out. The server requests the cabinet's inventory, because the inventory
 * decides. If the cabinet has not answered the eject for two minutes, `endUnknown` decides at once, except for a rental
 * that is already held. A report long after the start of the rental only opens a case. The report changes nothing if
 * the eject has not begun, if the rental is overdue or over, or if an earlier report or claim about it is open. Returns
 * the order's id.
 *
 * @throws {ProblemError} orderNotFound
 */
export async function reportNotEjected(
  work: UnitOfWork,
  settings: EjectSettings,
  userId: string,
  rentalId: string,
): Promise<string> {
  const rental = await lockOwnRental(work, userId, rentalId);
  if (awaitsEvidence(rental)) {
    if (rental.state === 'ejectUnknown' && !rental.held_until && isSilent(work, rental)) {
      await endUnknown(work, rental, settings);
      return rental.id;
    }
    await requestInventory(work, rental.station_id, `${rental.id}:report:${work.now.getTime()}`);
    return rental.id;
  }
  if (rental.state !== 'charging' || rental.not_ejected_at || rental.claimed_at) return rental.id;
  const startedAt = rental.started_at ?? rental.created_at;
  if (addMs(startedAt, notEjectedWithinMs) < work.now) {
    await openCaseAgain(work, {
      kind: 'notEjected',
      key: rental.id,
      rentalId: rental.id,
      stationId: rental.station_id,
      details: { reason: 'reported late' },
    });
    return rental.id;
  }
  const trusted = addMs(startedAt, selfCheckMs + 1000);
  await setRental(work, rental.id, {
    not_ejected_at: work.now,
    next_check_at: addMs(work.now, notEjectedBoundMs),
  });
  await requestInventory(
    work,
    rental.station_id,
    `${rental.id}:report:${work.now.getTime()}`,
    trusted > work.now ? trusted : work.now,
  );
  work.orderChanged(userId, rental.id);
  return rental.id;
}

/** Whether the cabinet has not answered the eject for two minutes. The rental itself may be older. */
function isSilent({ now }: UnitOfWork, rental: RentalRow): boolean {
  return addMs(ejectOrderedAt(rental), notEjectedBoundMs) <= now;
}
