import type { PauseAtFullStation } from '../../../../contract/orders.ts';
import { mostPauses } from '../../../../contract/rules/pricing/pauses.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { ProblemError } from '../../../http/problem.ts';
import type { ReservationSettings } from '../../../settings/reservations.ts';
import { addMs, transact, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { requestInventorySoon } from '../../cabinets/commands.ts';
import { isOnline } from '../../cabinets/silence.ts';
import { lockOwnRental, setRental, type RentalRow } from '../../rentalRecords/rentals.ts';
import { endSlotAsFull, stationOfSlot } from '../../reservations/reservations.ts';
import { lockStation, type StationRow } from '../../stations/liveState.ts';
import { deadlineStart, nextDeadline } from '../../rentalRecords/deadlines.ts';
import { nextWarning } from '../warnRider.ts';

/**
 * Stops the clock of a rental for some minutes, because the station of the rider's reserved slot takes no charger. The
 * reservation ends and does not count as unused. The capture of the deposit and the loss move by these minutes. During
 * a pause, the call changes nothing. Returns the order's id.
 *
 * @throws {ProblemError} orderNotFound, also if the order belongs to another rider; notPausable; slotsFree.
 */
export async function pauseRental(
  work: UnitOfWork,
  settings: ReservationSettings,
  userId: string,
  rentalId: string,
  { reservationId }: PauseAtFullStation,
): Promise<string> {
  const { now } = work;
  const stationId = await stationOfSlot(work.trx, userId, reservationId);
  // Reports of cabinets lock the station before the rental. This call locks in the same order, to prevent a deadlock.
  const station = stationId === null ? null : await lockStation(work, stationId);
  const rental = await lockOwnRental(work, userId, rentalId);
  if (isPaused(rental, now)) return rental.id;
  if (!station || !isPausable(rental, settings)) throw refusal(rental);
  const { free_slots: freeSlots } = station;
  if (takesChargers(station, now)) {
    throw new ProblemError('slotsFree', { orderId: rental.id, freeSlots });
  }
  if (!(await endSlotAsFull(work, userId, reservationId, rental.created_at))) {
    throw refusal(rental);
  }
  await pause(work, rental, station.id, settings.pauseMinutes * 60_000);
  work.orderChanged(userId, rental.id);
  return rental.id;
}

/**
 * Whether a pause has not ended. The function ignores the start of the pause, because a concurrent call may have
 * started the pause just after this call read the clock.
 */
function isPaused({ pauses }: RentalRow, now: Date): boolean {
  return pauses.some(({ endsAt }) => Date.parse(endsAt) > now.getTime());
}

function isPausable(
  { state, claimed_at, pauses }: RentalRow,
  { pauseMinutes }: ReservationSettings,
): boolean {
  const isOut = (state === 'charging' || state === 'overdue') && !claimed_at;
  return isOut && pauseMinutes > 0 && pauses.length < mostPauses;
}

function refusal({ id }: RentalRow): ProblemError {
  return new ProblemError('notPausable', { orderId: id });
}

/** Whether the cabinet can take a charger. A slot with a fault does not count as free. */
function takesChargers(station: StationRow, now: Date): boolean {
  return isOnline(station, now) && station.free_slots > 0;
}

async function pause(
  work: UnitOfWork,
  rental: RentalRow,
  stationId: string,
  pauseMs: number,
): Promise<void> {
  const { now } = work;
  const endsAt = addMs(now, pauseMs);
  const pauses = [
    ...rental.pauses,
    { stationId, startedAt: now.toISOString(), endsAt: endsAt.toISOString() },
  ];
  const moved = { ...rental, moved_seconds: rental.moved_seconds + pauseMs / 1000 };
  // If a deadline is already due but its timer has not run yet, move the deadline to the end of the pause.
  const early = endsAt.getTime() - nextDeadline(moved).getTime();
  moved.moved_seconds += Math.max(0, Math.ceil(early / 1000));
  await setRental(work, rental.id, {
    pauses: JSON.stringify(pauses),
    moved_seconds: moved.moved_seconds,
    // A rider who pauses has the charger, so delete an earlier report that nothing came out.
    not_ejected_at: null,
    next_check_at: nextDeadline(moved),
    warn_at: nextWarning(rental.tariff, deadlineStart(moved), now),
  });
}

/**
 * Requests the cabinet's inventory after a pause was refused because of free slots. The inventory corrects the number
 * of free slots if the cabinet did not report a return.
 */
export async function askAboutFreeSlots(
  deps: Dependencies,
  userId: string,
  { reservationId }: PauseAtFullStation,
): Promise<void> {
  await transact(deps, async (work) => {
    const stationId = await stationOfSlot(work.trx, userId, reservationId);
    if (stationId !== null) await requestInventorySoon(work, stationId);
  });
}
