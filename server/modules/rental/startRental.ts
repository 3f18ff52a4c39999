import { randomUUID } from 'node:crypto';
import type { StartRental } from '../../../contract/rental.ts';
import { unlockHold, type Tariff } from '../../../contract/rules/pricing/pricing.ts';
import { uniqueViolation } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { makeReferenceNumber } from '../../ids/referenceNumber.ts';
import { addMs, type UnitOfWork } from '../../unitOfWork.ts';
import { lockUserAgainstDeletion } from '../auth/users.ts';
import { isOnline } from '../cabinets/silence.ts';
import { reserveCharger } from '../cabinets/slots.ts';
import { chooseCoupon, reserveCoupon, type ChosenCoupon } from '../coupons/chooseCoupon.ts';
import { hasCard, ownMethod } from '../payments/methods.ts';
import { stationTariffs } from '../stations/stationQueries.ts';
import { totalOf } from '../wallet/portions.ts';
import { lockWallet } from '../wallet/wallet.ts';
import { advanceById } from './advance.ts';
import { openStates } from './machine.ts';
import { holdBoundMs, startsPerRider, startsPerRiderMs, startsPerStationMinute } from './terms.ts';

/**
 * Begins a rental: reserves a charger and requests the holds. Answers the rental's id.
 *
 * @throws {ProblemError} stationNotFound, ongoingOrder, unpaidOrder, paymentMethodNotFound,
 * priceChanged, tooManyRequests, stationOffline, noChargers, cardRequired, goCashInsufficient.
 */
export async function startRental(
  work: UnitOfWork,
  userId: string,
  { stationId, paymentMethodId, tariffId, couponId, useGoCash = false }: StartRental,
): Promise<string> {
  await lockUserAgainstDeletion(work.trx, userId);
  const station = await stationTariffs(work.trx)
    .where('stations.id', '=', stationId)
    .executeTakeFirst();
  if (!station) throw new ProblemError('stationNotFound');
  await assertNoOpenRental(work, userId);
  await ownMethod(work.trx, userId, paymentMethodId);
  if (station.tariff_id !== tariffId) throw new ProblemError('priceChanged');
  await enforceStartLimits(work, userId, stationId);
  if (!isOnline(station, work.now)) throw new ProblemError('stationOffline');
  const place = await reserveCharger(work, stationId, station.terms.minimumLevel);
  if (!place) throw new ProblemError('noChargers');
  const coupon = await chooseCoupon(work, userId, station.terms, couponId);
  if (useGoCash) {
    if (!(await hasCard(work.trx, userId))) throw new ProblemError('cardRequired');
    const wallet = await lockWallet(work, userId, station.terms.currency);
    if (totalOf(wallet) < unlockHold(station.terms, coupon?.discount ?? null)) {
      throw new ProblemError('goCashInsufficient');
    }
  }

  const rentalId = await insertRental(work, {
    userId,
    paymentMethodId,
    place,
    tariff: station.terms,
    coupon,
    useGoCash,
  });
  if (coupon) await reserveCoupon(work, coupon, rentalId);
  await advanceById(work, rentalId);
  return rentalId;
}

async function insertRental(
  work: UnitOfWork,
  start: {
    userId: string;
    paymentMethodId: string;
    place: { station_id: string; slot: number; charger: string };
    tariff: Tariff;
    coupon: ChosenCoupon | null;
    useGoCash: boolean;
  },
): Promise<string> {
  const id = randomUUID();
  await work.trx
    .insertInto('rentals')
    .values({
      id,
      number: makeReferenceNumber('R'),
      user_id: start.userId,
      state: 'authorizing',
      ...start.place,
      tariff: JSON.stringify(start.tariff),
      payment_method_id: start.paymentMethodId,
      rider_coupon_id: start.coupon?.riderCouponId ?? null,
      discount: start.coupon && JSON.stringify(start.coupon.discount),
      use_go_cash: start.useGoCash,
      eject_command: `eject:${id}`,
      created_at: work.now,
      changed_at: work.now,
      next_check_at: addMs(work.now, holdBoundMs),
    })
    .execute();
  work.orderChanged(start.userId, id);
  return id;
}

async function assertNoOpenRental(work: UnitOfWork, userId: string): Promise<void> {
  const standing = await work.trx
    .selectFrom('rentals')
    .select(['id', 'state'])
    .where('user_id', '=', userId)
    .where('state', 'in', [...openStates, 'unpaid', 'paying'])
    .executeTakeFirst();
  if (!standing) return;
  const owed = standing.state === 'unpaid' || standing.state === 'paying';
  throw new ProblemError(owed ? 'unpaidOrder' : 'ongoingOrder', { orderId: standing.id });
}

/** Limits against pranks: many open slots at one station, or many rentals by one rider. */
async function enforceStartLimits(
  work: UnitOfWork,
  userId: string,
  stationId: string,
): Promise<void> {
  const { atStation, byRider } = await work.trx
    .selectNoFrom((of) => [
      of
        .selectFrom('rentals')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('station_id', '=', stationId)
        .where('created_at', '>', addMs(work.now, -60_000))
        .as('atStation'),
      of
        .selectFrom('rentals')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('created_at', '>', addMs(work.now, -startsPerRiderMs))
        .as('byRider'),
    ])
    .executeTakeFirstOrThrow();
  if (Number(atStation) >= startsPerStationMinute) {
    throw new ProblemError('tooManyRequests', { retryAfter: 60 });
  }
  if (Number(byRider) >= startsPerRider) {
    throw new ProblemError('tooManyRequests', { retryAfter: startsPerRiderMs / 1000 });
  }
}

/**
 * Converts a violation of the unique indexes to the error of the check before them, which two
 * concurrent requests both passed. Rethrows everything else.
 */
export async function explainRefusedStart(
  deps: Pick<Dependencies, 'db'>,
  userId: string,
  error: unknown,
): Promise<never> {
  const constraint = uniqueViolation(error);
  if (constraint === 'rentals_one_open_per_charger') throw new ProblemError('noChargers');
  if (constraint !== 'rentals_one_open_per_rider') throw error;
  const standing = await deps.db
    .selectFrom('rentals')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', openStates)
    .executeTakeFirst();
  throw new ProblemError('ongoingOrder', standing ? { orderId: standing.id } : {});
}
