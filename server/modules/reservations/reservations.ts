import { randomUUID } from 'node:crypto';
import { sql, type ExpressionBuilder } from 'kysely';
import type {
  NewReservation,
  Reservation,
  ReservationKind,
  Reservations,
} from '../../../contract/reservations.ts';
import type { RiderData } from '../../../contract/profile.ts';
import { fullAfterExpiryMs } from '../../../contract/rules/pricing/pauses.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { ReservationSettings } from '../../settings/reservations.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs, transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { refuseLocked } from '../auth/accountLock.ts';
import { refuseBlocked } from '../auth/blocks/blockedRiders.ts';
import { queueForUser } from '../auth/users.ts';
import { isOnline } from '../cabinets/silence.ts';
import { refuseFrozen } from '../chargebacks/freeze.ts';
import { openStates } from '../rentalRecords/machine.ts';
import { rentalsInStates } from '../rentalRecords/rentalsOfRider.ts';
import { lockStation, tryLockStation } from '../stations/liveState.ts';
import { setReserved } from '../stations/reserved.ts';
import { stationNames } from '../stations/stationQueries.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Reserves a charger or a free slot. The reservation affects only the rentals and counts of the server. The cabinet has
 * no data about reservations, and accepts every return.
 *
 * @throws {ProblemError} stationNotFound, reservationsOff, stationPaused, stationOffline, noChargers, noFreeSlots,
 * alreadyReserved, reservationLimit, ongoingOrder, ejectUnclear, unpaidOrder, noChargerOut, accountFrozen,
 * accountBlocked, accountLocked.
 */
export async function reserve(
  work: UnitOfWork,
  { codeSecret, reservations: settings }: Pick<Settings, 'codeSecret' | 'reservations'>,
  userId: string,
  { kind, stationId }: NewReservation,
): Promise<Reservation> {
  const { trx, now } = work;
  // With this lock, the calls of a rider run one after the other, so that parallel calls cannot exceed the limits.
  await queueForUser(trx, userId);
  const minutes = settings.minutes[kind];
  if (minutes === 0) throw new ProblemError('reservationsOff');
  if (kind === 'charger') {
    await assertMayRent(work, userId);
    await refuseBlocked(trx, { codeSecret }, userId);
  } else await assertChargerOut(work, userId);
  await assertNotReserved(work, userId, kind);
  await enforceUnusedLimit(work, settings, userId);
  // With this lock, the reservations and rentals at a station run one after the other, so that two riders cannot get
  // its last charger.
  const station = await lockStation(work, stationId);
  if (!station || station.state === 'retired') throw new ProblemError('stationNotFound');
  if (kind === 'charger' && station.state === 'paused') throw new ProblemError('stationPaused');
  if (!isOnline(station, now)) throw new ProblemError('stationOffline');
  const all = kind === 'charger' ? station.chargers : station.free_slots;
  const taken = await activeAt(work, stationId).where('kind', '=', kind).execute();
  if (all <= taken.length)
    throw new ProblemError(kind === 'charger' ? 'noChargers' : 'noFreeSlots');
  const made = {
    id: randomUUID(),
    kind,
    station_id: stationId,
    expires_at: addMs(now, minutes * 60_000),
  };
  await trx
    .insertInto('reservations')
    .values({ ...made, user_id: userId, created_at: now })
    .execute();
  await updateCounts(work, stationId);
  return present({ ...made, name: station.name });
}

/**
 * Refuses a rider who cannot begin a rental now, because of a rental, an unpaid order or the state of the account. For
 * this rider, a reservation would be useless.
 */
async function assertMayRent(work: UnitOfWork, userId: string): Promise<void> {
  const states = [...openStates, 'unpaid', 'paying'] as const;
  const [standing] = await rentalsInStates(work.trx, userId, states);
  if (standing) {
    const { id, state, held_until } = standing;
    const open = held_until ? 'ejectUnclear' : 'ongoingOrder';
    const code = state === 'unpaid' || state === 'paying' ? 'unpaidOrder' : open;
    throw new ProblemError(code, { orderId: id });
  }
  await refuseFrozen(work.trx, userId);
  await refuseLocked(work.trx, userId);
}

async function assertChargerOut(work: UnitOfWork, userId: string): Promise<void> {
  const out = await rentalsInStates(work.trx, userId, ['charging', 'overdue']);
  if (out.length === 0) throw new ProblemError('noChargerOut');
}

async function assertNotReserved(
  { trx, now }: UnitOfWork,
  userId: string,
  kind: ReservationKind,
): Promise<void> {
  // End expired reservations first, because the unique index allows only one reservation of each kind without an end
  // time.
  await trx
    .updateTable('reservations')
    .set(({ ref }) => ({ ended_at: ref('expires_at') }))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute();
  const active = await trx
    .selectFrom('reservations')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (active) throw new ProblemError('alreadyReserved');
}

/**
 * Refuses riders who left too many reservations unused within a day, because such riders take chargers away from other
 * riders.
 */
async function enforceUnusedLimit(
  { trx, now }: UnitOfWork,
  { unusedPerDay }: ReservationSettings,
  userId: string,
): Promise<void> {
  const unused = await trx
    .selectFrom('reservations')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>', addMs(now, -dayMs))
    .where('ended_at', 'is not', null)
    .where('is_used', '=', false)
    .where('was_full', '=', false)
    .execute();
  if (unused.length >= unusedPerDay) throw new ProblemError('reservationLimit');
}

/**
 * The active reservations of a rider. If the rider has no active reservation of a slot, the result
 * also contains a slot reservation that has just expired.
 */
export async function readReservations(
  { db, clock, settings }: Pick<Dependencies, 'db' | 'clock' | 'settings'>,
  userId: string,
): Promise<Reservations> {
  const now = clock.now();
  const rows = await db
    .selectFrom('reservations')
    .innerJoin(stationNames(db).as('station'), 'station.id', 'reservations.station_id')
    .select(['reservations.id', 'kind', 'station_id', 'expires_at', 'station.name'])
    .where('user_id', '=', userId)
    .where(isUnended)
    .where('expires_at', '>', addMs(now, -fullAfterExpiryMs))
    .orderBy('expires_at', 'desc')
    .execute();
  const of = (kind: ReservationKind) => {
    const row = rows.find((one) => one.kind === kind && one.expires_at > now);
    return row ? present(row) : null;
  };
  const slot = of('slot');
  const expired = slot ? undefined : rows.find(({ kind }) => kind === 'slot');
  return {
    charger: of('charger'),
    slot,
    ...(expired && { expiredSlot: present(expired) }),
    minutes: { ...settings.reservations.minutes, pause: settings.reservations.pauseMinutes },
  };
}

/** Whether a reservation is active or has expired. The condition excludes reservations that ended in another way. */
function isUnended(of: ExpressionBuilder<Database, 'reservations'>) {
  return of.or([
    of('ended_at', 'is', null),
    of.and([of('ended_at', '=', of.ref('expires_at')), of('was_full', '=', false)]),
  ]);
}

/** The station at which the rider reserved a slot; null for an unknown reservation. */
export async function stationOfSlot(
  db: Db | Trx,
  userId: string,
  reservationId: string,
): Promise<string | null> {
  const found = await db
    .selectFrom('reservations')
    .select('station_id')
    .where('id', '=', reservationId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'slot')
    .executeTakeFirst();
  return found?.station_id ?? null;
}

/**
 * Ends the reservation of a slot, because its station is full. Such a reservation does not count as unused. The caller
 * must have locked the station.
 *
 * @param since the time of the rental's order. An earlier reservation does not belong to this rental.
 * @returns whether the reservation was active, or expired less than `fullAfterExpiryMs` ago. If not, the call changes
 * nothing.
 */
export async function endSlotAsFull(
  work: UnitOfWork,
  userId: string,
  reservationId: string,
  since: Date,
): Promise<boolean> {
  const ended = await work.trx
    .updateTable('reservations')
    .set((of) => ({
      ended_at: of.fn<Date>('least', [of.ref('expires_at'), of.val(work.now)]),
      was_full: true,
    }))
    .where('id', '=', reservationId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'slot')
    .where('created_at', '>=', since)
    .where('expires_at', '>', addMs(work.now, -fullAfterExpiryMs))
    .where(isUnended)
    .returning('station_id')
    .executeTakeFirst();
  if (!ended) return false;
  await updateCounts(work, ended.station_id);
  return true;
}

/**
 * Ends a reservation of the rider early. A second call changes nothing.
 *
 * @throws {ProblemError} reservationNotFound, also if the reservation belongs to another rider.
 */
export async function cancelReservation(
  deps: Dependencies,
  userId: string,
  id: string,
): Promise<void> {
  await transact(deps, async (work) => {
    const own = await work.trx
      .selectFrom('reservations')
      .select(['station_id'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!own) throw new ProblemError('reservationNotFound');
    await lockStation(work, own.station_id);
    await work.trx
      .updateTable('reservations')
      .set({ ended_at: work.now })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', work.now)
      .execute();
    await updateCounts(work, own.station_id);
  });
}

/**
 * Returns the number of chargers at a station that are reserved for other riders. Returns 0 if this rider has reserved
 * a charger there. The caller must hold the lock of the station.
 */
export async function chargersForOthers(
  work: UnitOfWork,
  stationId: string,
  userId: string,
): Promise<number> {
  const active = await activeAt(work, stationId).where('kind', '=', 'charger').execute();
  return active.some(({ user_id }) => user_id === userId) ? 0 : active.length;
}

/**
 * Marks the rider's reservation of a charger at the station as used by the rental, which ends the reservation. Does
 * nothing without a reservation. The caller must have locked the station.
 */
export async function useReservedCharger(
  work: UnitOfWork,
  stationId: string,
  userId: string,
  rentalId: string,
): Promise<void> {
  const { numUpdatedRows } = await work.trx
    .updateTable('reservations')
    .set({ ended_at: work.now, is_used: true, rental_id: rentalId })
    .where('user_id', '=', userId)
    .where('station_id', '=', stationId)
    .where('kind', '=', 'charger')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', work.now)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await updateCounts(work, stationId);
}

/**
 * Makes the reservation of a charger active again until its original expiry time, because the rental failed and no
 * charger came out. After the original expiry time, the reservation still counts as used, because the rider tried to
 * use it.
 */
export async function giveReservationBack(work: UnitOfWork, rentalId: string): Promise<void> {
  const back = await work.trx
    .updateTable('reservations')
    .set({ ended_at: null, is_used: false, rental_id: null })
    .where('rental_id', '=', rentalId)
    .where('expires_at', '>', work.now)
    .returning('station_id')
    .execute();
  for (const { station_id } of back) await updateCountsIfFree(work, station_id);
}

/**
 * Ends the reservation of a slot, because the charger is back. The reservation counts as used if the rider returned the
 * charger to the reserved station before the expiry. If the cabinet reports the return late, the time of the return
 * decides.
 */
export async function endReservedSlot(
  work: UnitOfWork,
  userId: string,
  { stationId, at }: { stationId: string; at: Date },
): Promise<void> {
  const ended = await work.trx
    .updateTable('reservations')
    .set({
      ended_at: work.now,
      is_used: sql<boolean>`station_id = ${stationId} and expires_at > ${at}`,
    })
    .where('user_id', '=', userId)
    .where('kind', '=', 'slot')
    .where('ended_at', 'is', null)
    .returning('station_id')
    .execute();
  for (const { station_id } of ended) await updateCountsIfFree(work, station_id);
}

/**
 * Deletes the open reservations of these kinds at a station, because an operator paused or retired the station. Deleted
 * reservations do not count as unused. The caller must have locked the station. Returns the number of deleted
 * reservations.
 */
export async function dropReservationsAt(
  work: UnitOfWork,
  stationId: string,
  kinds: readonly ReservationKind[],
): Promise<number> {
  if (kinds.length === 0) return 0;
  const dropped = await work.trx
    .deleteFrom('reservations')
    .where('station_id', '=', stationId)
    .where('kind', 'in', [...kinds])
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  if (dropped.length > 0) await updateCounts(work, stationId);
  return dropped.length;
}

/** Deletes the reservations of a rider. */
export async function forgetReservations(work: UnitOfWork, userId: string): Promise<void> {
  const deleted = await work.trx
    .deleteFrom('reservations')
    .where('user_id', '=', userId)
    .returning(['station_id', 'ended_at'])
    .execute();
  const open = deleted.filter(({ ended_at }) => ended_at === null);
  for (const { station_id } of open) await updateCountsIfFree(work, station_id);
}

/** The daily limit counts the unused reservations of the last day, so the server keeps reservations for a day. */
export const reservationsKeptMs = dayMs;

/** Deletes the reservations that expired more than `reservationsKeptMs` ago. */
export async function dropOldReservations(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('reservations')
    .where('expires_at', '<', addMs(now, -reservationsKeptMs))
    .execute();
}

/** The stored reservations, the oldest first, for the file with the rider's personal data. */
export async function reservationData(
  db: Db,
  userId: string,
): Promise<NonNullable<RiderData['reservations']>> {
  const rows = await db
    .selectFrom('reservations')
    .select(['kind', 'station_id', 'created_at', 'expires_at', 'is_used', 'was_full'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, station_id, created_at, expires_at, is_used, was_full }) => ({
    kind,
    stationId: station_id,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
    isUsed: is_used,
    ...(was_full && { wasFull: true }),
  }));
}

/** The active reservations at a station. */
function activeAt({ trx, now }: UnitOfWork, stationId: string) {
  return trx
    .selectFrom('reservations')
    .select(['user_id', 'kind', 'expires_at'])
    .where('station_id', '=', stationId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now);
}

/**
 * Updates the counts after a reservation has ended or is active again. If another transaction has locked the station,
 * the counts stay as they are until their next update, or until the reservation expires.
 */
async function updateCountsIfFree(work: UnitOfWork, stationId: string): Promise<void> {
  if (await tryLockStation(work, stationId)) await updateCounts(work, stationId);
}

/**
 * Stores the reservations of a station in the row of the station, because all counts are computed from this row. The
 * caller must have locked the station.
 */
async function updateCounts(work: UnitOfWork, stationId: string): Promise<void> {
  const active = await activeAt(work, stationId).execute();
  const expiries = (wanted: ReservationKind) =>
    active.flatMap(({ kind, expires_at }) => (kind === wanted ? [expires_at] : []));
  await setReserved(work, stationId, { chargers: expiries('charger'), slots: expiries('slot') });
}

interface Row {
  id: string;
  kind: ReservationKind;
  station_id: string;
  expires_at: Date;
  name: string;
}

function present({ id, kind, station_id, expires_at, name }: Row): Reservation {
  return {
    id,
    kind,
    stationId: station_id,
    stationName: name,
    expiresAt: expires_at.toISOString(),
  };
}
