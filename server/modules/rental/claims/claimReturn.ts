import type { z } from 'zod';
import type { NewClaim } from '../../../../contract/claims.ts';
import { ProblemError } from '../../../http/problem.ts';
import type { Settings } from '../../../settings/settings.ts';
import { addMs, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { requestInventory } from '../../cabinets/commands.ts';
import { addToClaim, countClaims, insertClaim, openClaimOf } from '../../rentalRecords/claims.ts';
import { lockOwnRental, setRental, type RentalRow } from '../../rentalRecords/rentals.ts';
import { hasStation } from '../../stations/knownStations.ts';
import { nearestStations } from '../../stations/nearestStations.ts';
import { between } from '../moveRental.ts';
import {
  claimAskAgainMs,
  claimPlaceMetres,
  openClaimsPerRider,
  refusedClaimsPerRental,
} from '../rentalLimits.ts';

type Claimed = z.output<typeof NewClaim>;

/**
 * Handles a rider's claim that the charger is back, or that no slot takes it. The claim stops the cost, and the server
 * requests the inventory of the cabinet. A second claim only adds the station or the charger. A claim after the return
 * changes nothing. Returns the order's id.
 *
 * @throws {ProblemError} orderNotFound, also if the order belongs to another rider; stationNotFound; invalidInput for
 * the id of another charger; notClaimable; tooManyRequests.
 */
export async function claimReturn(
  work: UnitOfWork,
  { claimCheckMs }: Pick<Settings, 'claimCheckMs'>,
  userId: string,
  rentalId: string,
  claim: Claimed,
): Promise<string> {
  const rental = await lockOwnRental(work, userId, rentalId);
  if (rental.returned_at) return rental.id;
  if (rental.state !== 'charging' && rental.state !== 'overdue') {
    throw new ProblemError('notClaimable', { orderId: rental.id });
  }
  if (claim.charger !== undefined && claim.charger !== rental.charger) {
    throw new ProblemError('invalidInput', { fields: ['body.charger'] });
  }
  if (rental.claimed_at) return addEvidence(work, rental, claim);
  const { open, refused } = await countClaims(work, userId, rental.id);
  if (open >= openClaimsPerRider) throw new ProblemError('tooManyRequests');
  if (refused >= refusedClaimsPerRental) {
    throw new ProblemError('notClaimable', { orderId: rental.id });
  }
  const stationId = await stationOfClaim(work, claim);
  const at = claim.at === undefined ? work.now : new Date(claim.at);
  const claimedAt = between(rental.started_at ?? rental.created_at, at, work.now);
  const { id } = await insertClaim(work, {
    rental_id: rental.id,
    user_id: userId,
    kind: claim.kind,
    station_id: stationId,
    charger: claim.charger ?? null,
    lat: claim.position?.lat ?? null,
    lng: claim.position?.lng ?? null,
    claimed_at: claimedAt,
    checked_until: addMs(work.now, claimCheckMs),
  });
  await setRental(work, rental.id, {
    claimed_at: claimedAt,
    // The claim shows that the rider has or had the charger, so delete an earlier report that nothing came out.
    not_ejected_at: null,
    next_check_at: addMs(work.now, Math.min(claimAskAgainMs, claimCheckMs)),
    warn_at: null,
  });
  await requestInventory(work, stationId ?? rental.station_id, id);
  work.orderChanged(userId, rental.id);
  return rental.id;
}

/**
 * Adds the station and the charger of a second claim to the open claim. If there is a station, requests the inventory
 * of its cabinet.
 */
async function addEvidence(work: UnitOfWork, rental: RentalRow, claim: Claimed): Promise<string> {
  const open = await openClaimOf(work, rental.id);
  if (!open) throw new Error(`rental ${rental.id} has no open claim`);
  const stationId = await stationOfClaim(work, claim);
  await addToClaim(work, open.id, {
    ...(stationId !== null && { station_id: stationId }),
    ...(claim.charger !== undefined && { charger: claim.charger }),
  });
  if (stationId !== null)
    await requestInventory(work, stationId, `${open.id}:${work.now.getTime()}`);
  work.orderChanged(rental.user_id, rental.id);
  return rental.id;
}

/**
 * The station of the return: the station in the claim, or else the station nearest to the rider's position. The result
 * is null without a position, or if no station is within `claimPlaceMetres`.
 */
async function stationOfClaim(
  work: UnitOfWork,
  { stationId, position }: Claimed,
): Promise<string | null> {
  if (stationId !== undefined) {
    if (!(await hasStation(work.trx, stationId))) throw new ProblemError('stationNotFound');
    return stationId;
  }
  if (!position) return null;
  const [nearest] = await nearestStations(work.trx, position, 1, work.now);
  return nearest && nearest.metres <= claimPlaceMetres ? nearest.id : null;
}
