import type { StartRental } from '../../../contract/rental.ts';
import { unlockHold } from '../../../contract/rules/pricing/pricing.ts';
import { uniqueViolation } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { refuseLocked } from '../auth/accountLock.ts';
import { refuseBlocked } from '../auth/blocks/blockedRiders.ts';
import { lockUserAgainstDeletion, queueForUser } from '../auth/users.ts';
import { isOnline } from '../cabinets/silence.ts';
import { reserveCharger } from '../cabinets/slots.ts';
import { refuseFrozen } from '../chargebacks/freeze.ts';
import { chooseCoupon, reserveCoupon } from '../coupons/chooseCoupon.ts';
import { refuseUsedBrowserOrCard, type GuestSettings } from '../guests/refuseUsedBrowserOrCard.ts';
import { hasCard, ownMethod } from '../payments/methods/methods.ts';
import { chargersForOthers, useReservedCharger } from '../reservations/reservations.ts';
import { lockStation } from '../stations/liveState.ts';
import { stationTariffs } from '../stations/stationQueries.ts';
import { tariffInForce } from '../stations/stationTariffs.ts';
import { findTerms } from '../tariffs/readTariffs.ts';
import { totalOf } from '../wallet/portions.ts';
import { lockWallet } from '../wallet/wallet.ts';
import { openStates } from '../rentalRecords/machine.ts';
import { insertRental } from '../rentalRecords/insertRental.ts';
import { countStarts, rentalsInStates } from '../rentalRecords/rentalsOfRider.ts';
import { doNextStepsById } from './doNextSteps.ts';
import { holdBoundMs, startsPerRider, startsPerRiderMs } from './rentalLimits.ts';
import { refuseHeldCard } from './uncertainEjects.ts';

type StartSettings = Pick<Settings, 'startsPerStationMinute' | 'codeSecret'> & GuestSettings;

/** The rider or guest who begins a rental. */
export interface Starter {
  userId: string;
  isGuest: boolean;
}

/**
 * Begins a rental: reserves a charger and requests the hold. Returns the rental's id.
 *
 * @throws {ProblemError} stationNotFound, ejectUnclear, ongoingOrder, unpaidOrder, accountFrozen, accountBlocked,
 * accountLocked, paymentMethodNotFound, priceChanged, tooManyRequests, stationPaused, stationOffline, noChargers,
 * cardRequired, goCashInsufficient; for a guest also forbidden, cardRenting, cardOwes, deviceRenting.
 */
export async function startRental(
  work: UnitOfWork,
  settings: StartSettings,
  { userId, isGuest }: Starter,
  { stationId, paymentMethodId, tariffId, couponId, useGoCash = false }: StartRental,
): Promise<string> {
  // The sign-in of a guest moves the guest's rentals to an account. With this lock, the sign-in and this rental run one
  // after the other.
  if (isGuest) await queueForUser(work.trx, userId);
  else await lockUserAgainstDeletion(work.trx, userId);
  // Guests have no GoCash.
  if (isGuest && useGoCash) throw new ProblemError('forbidden');
  const station = await work.trx
    .selectFrom(stationTariffs(work.trx).as('station'))
    .selectAll()
    .where('station.id', '=', stationId)
    .executeTakeFirst();
  if (!station || station.state === 'retired') throw new ProblemError('stationNotFound');
  await assertNoOpenRental(work, userId);
  await refuseFrozen(work.trx, userId);
  await refuseLocked(work.trx, userId);
  const method = await ownMethod(work.trx, userId, paymentMethodId);
  await refuseBlocked(work.trx, settings, userId, method.fingerprint);
  const guest = isGuest ? await refuseUsedBrowserOrCard(work, settings, userId, method) : null;
  await refuseHeldCard(work, paymentMethodId);
  // The rider must have seen the tariff that is in force now. Just after a change of hours, the stored tariff of the
  // station may still be the former one.
  const due = await tariffInForce(work, stationId);
  if (due !== tariffId) throw new ProblemError('priceChanged');
  const terms = due === station.tariff_id ? station.terms : await findTerms(work.trx, due);
  if (!terms) throw new Error(`there is no tariff ${due}`);
  await enforceStartLimits(work, settings, userId, stationId);
  if (!isOnline(station, work.now)) throw new ProblemError('stationOffline');
  // With this lock, rentals, reservations and pauses of one station run one after the other.
  const locked = await lockStation(work, stationId);
  if (locked?.state !== 'live') throw new ProblemError('stationPaused');
  const forOthers = await chargersForOthers(work, stationId, userId);
  const chargerSlot = await reserveCharger(work, stationId, terms.minimumLevel, forOthers);
  if (!chargerSlot) throw new ProblemError('noChargers');
  const coupon = await chooseCoupon(work, userId, terms, couponId);
  if (useGoCash) {
    if (!(await hasCard(work.trx, userId))) throw new ProblemError('cardRequired');
    const wallet = await lockWallet(work, userId, terms.currency);
    if (totalOf(wallet) < unlockHold(terms, coupon?.discount ?? null)) {
      throw new ProblemError('goCashInsufficient');
    }
  }

  const rentalId = await insertRental(work, {
    userId,
    paymentMethodId,
    chargerSlot,
    tariff: terms,
    coupon,
    useGoCash,
    guest,
    checkAt: addMs(work.now, holdBoundMs),
  });
  await useReservedCharger(work, stationId, userId, rentalId);
  if (coupon) await reserveCoupon(work, coupon, rentalId);
  await doNextStepsById(work, rentalId);
  return rentalId;
}

type Standing = Awaited<ReturnType<typeof rentalsInStates>>[number];

async function assertNoOpenRental(work: UnitOfWork, userId: string): Promise<void> {
  const [standing] = await rentalsInStates(work.trx, userId, [...openStates, 'unpaid', 'paying']);
  if (!standing) return;
  throw blockedBy(standing);
}

/** The problem for a rider who has this open or unpaid rental. */
export function blockedBy({ id, state, held_until }: Standing): ProblemError {
  const open = held_until ? 'ejectUnclear' : 'ongoingOrder';
  const owed = state === 'unpaid' || state === 'paying';
  return new ProblemError(owed ? 'unpaidOrder' : open, { orderId: id });
}

/** Limits misuse: a rider or an attacker could begin many rentals, or order many ejects at one station. */
async function enforceStartLimits(
  work: UnitOfWork,
  { startsPerStationMinute }: StartSettings,
  userId: string,
  stationId: string,
): Promise<void> {
  const { atStation, byRider } = await countStarts(
    work.trx,
    { stationId, since: addMs(work.now, -60_000) },
    { userId, since: addMs(work.now, -startsPerRiderMs) },
  );
  if (atStation >= startsPerStationMinute) {
    throw new ProblemError('tooManyRequests', { retryAfter: 60 });
  }
  if (byRider >= startsPerRider) {
    throw new ProblemError('tooManyRequests', { retryAfter: startsPerRiderMs / 1000 });
  }
}

/**
 * Converts the violation of a unique index to the error that the check in `startRental` throws for the same cause. Two
 * concurrent requests can both pass this check, and then the index refuses the second one. Throws every other error
 * unchanged.
 */
export async function explainRefusedStart(
  deps: Pick<Dependencies, 'db'>,
  userId: string,
  error: unknown,
): Promise<never> {
  const constraint = uniqueViolation(error);
  if (constraint === 'rentals_one_open_per_charger') throw new ProblemError('noChargers');
  if (constraint === 'rentals_one_open_per_guest_card') throw new ProblemError('cardRenting');
  if (constraint === 'rentals_one_open_per_guest_device') throw new ProblemError('deviceRenting');
  if (constraint !== 'rentals_one_open_per_rider') throw error;
  const [standing] = await rentalsInStates(deps.db, userId, openStates);
  throw standing ? blockedBy(standing) : new ProblemError('ongoingOrder');
}
