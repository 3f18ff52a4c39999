import { addMs, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { requestInventory } from '../../cabinets/commands.ts';
import {
  insertClaim,
  openClaimOf,
  setClaimState,
  type ClaimRow,
} from '../../rentalRecords/claims.ts';
import { setRental, type RentalRow } from '../../rentalRecords/rentals.ts';
import { openCase } from '../../support/cases.ts';
import { nextDeadline } from '../../rentalRecords/deadlines.ts';
import { notifyClaimRefused } from '../notifyRider.ts';
import { claimAskAgainMs, claimToleranceMs, warnBeforeMs } from '../rentalLimits.ts';

/**
 * Checks a locked rental with an open claim. The server requests the cabinet's inventory repeatedly until the end of
 * the check. Then support gets the claim. The cost stands still until a return, an inventory or a person decides about
 * the claim.
 */
export async function checkClaim(work: UnitOfWork, rental: RentalRow): Promise<void> {
  const claim = await openClaimOf(work, rental.id);
  if (!claim) throw new Error(`rental ${rental.id} has no open claim`);
  if (claim.state === 'support') {
    await setRental(work, rental.id, { next_check_at: null });
    return;
  }
  const end = claim.checked_until;
  if (end <= work.now) return handToSupport(work, rental, claim);
  const again = addMs(work.now, claimAskAgainMs);
  await setRental(work, rental.id, { next_check_at: again < end ? again : end });
  const stationId = claim.station_id ?? rental.station_id;
  await requestInventory(work, stationId, `${claim.id}:${work.now.getTime()}`);
}

/**
 * Stops the cost of a rental at its start until a person decides, because the rider denies the eject. The key of the
 * case contains the id of the claim, because an earlier case about the rental may be closed.
 */
export async function stopAtStart(
  work: UnitOfWork,
  rental: RentalRow,
  details: Record<string, unknown>,
): Promise<void> {
  const at = rental.started_at ?? work.now;
  const claim = await insertClaim(work, {
    rental_id: rental.id,
    user_id: rental.user_id,
    kind: 'notOut',
    station_id: rental.station_id,
    charger: null,
    lat: null,
    lng: null,
    claimed_at: at,
    checked_until: work.now,
  });
  await setClaimState(work, claim.id, 'support');
  await openCase(work, {
    kind: 'notEjected',
    key: claim.id,
    rentalId: rental.id,
    stationId: rental.station_id,
    number: claim.number,
    details: { ...details, number: claim.number },
  });
  await setRental(work, rental.id, {
    claimed_at: at,
    not_ejected_at: null,
    next_check_at: null,
    warn_at: null,
  });
  work.orderChanged(rental.user_id, rental.id);
}

async function handToSupport(work: UnitOfWork, rental: RentalRow, claim: ClaimRow): Promise<void> {
  await setClaimState(work, claim.id, 'support');
  await setRental(work, rental.id, { next_check_at: null });
  await openCase(work, {
    kind: claim.kind === 'returned' ? 'returnedButRunning' : 'cannotReturn',
    key: claim.id,
    rentalId: rental.id,
    stationId: claim.station_id ?? rental.station_id,
    number: claim.number,
    details: {
      number: claim.number,
      charger: rental.charger,
      claimedAt: claim.claimed_at.toISOString(),
    },
  });
  work.orderChanged(rental.user_id, rental.id);
}

/**
 * Returns the time until which a rider with a claim pays. If the charger was returned before the claim, the rider pays
 * until the return. If the rider claimed a return and the return is just after the claim, the rider pays until the
 * claim, because a cabinet may detect a return late. If this return is clearly later, the rider pays until the return.
 * After any other claim, the app asked the rider to keep the charger, so the rider pays only until the claim.
 */
export function claimedReturnAt(claim: ClaimRow | null, at: Date): Date {
  if (!claim) return at;
  const { kind, claimed_at: claimed } = claim;
  if (at <= claimed) return at;
  return kind === 'returned' && at > addMs(claimed, claimToleranceMs) ? at : claimed;
}

/**
 * Ends an open claim of a rental whose charger is back. If the rider claimed a return and the charger came back much
 * later, the claim counts as refused.
 */
export async function endClaimOfReturn(
  work: UnitOfWork,
  claim: ClaimRow | null,
  returnedAt: Date,
): Promise<void> {
  if (!claim) return;
  await setClaimState(work, claim.id, returnedAt > claim.claimed_at ? 'refused' : 'confirmed');
}

/**
 * Refuses the open claim about a locked rental: the charger is not back, so the clock of the rental
 * runs again. The capture of the deposit and the loss move by at least the duration of the claim,
 * and so far that the next of them is at least `warnBeforeMs` away. So there is time to warn the
 * rider. Notifies the rider about the refusal. Does nothing without an open claim.
 */
export async function resumeClock(work: UnitOfWork, rental: RentalRow): Promise<RentalRow> {
  const { claimed_at: claimed } = rental;
  const claim = claimed && (await openClaimOf(work, rental.id));
  if (!claim) return rental;
  await setClaimState(work, claim.id, 'refused');
  await notifyClaimRefused(work, rental, claim.id);
  const stood = Math.max(0, Math.ceil((work.now.getTime() - claimed.getTime()) / 1000));
  const moved = { ...rental, moved_seconds: rental.moved_seconds + stood };
  const left = nextDeadline(moved).getTime() - work.now.getTime();
  moved.moved_seconds += Math.max(0, Math.ceil((warnBeforeMs - left) / 1000));
  work.orderChanged(rental.user_id, rental.id);
  return setRental(work, rental.id, {
    claimed_at: null,
    not_ejected_at: null,
    moved_seconds: moved.moved_seconds,
    next_check_at: nextDeadline(moved),
    warn_at: work.now,
  });
}
