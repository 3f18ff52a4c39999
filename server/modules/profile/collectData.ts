import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { changeData } from '../accountChanges/changeRecords.ts';
import { identitiesOf } from '../auth/linkedIdentities.ts';
import { codesSentTo, deviceData, termsData } from '../auth/riderData.ts';
import { findUser, presentUser } from '../auth/users.ts';
import { claimData } from '../campaigns/riderData.ts';
import { chargebackData } from '../chargebacks/riderData.ts';
import { couponData } from '../coupons/riderData.ts';
import { favouriteData } from '../favourites/favourites.ts';
import { bookedEntries, bookings } from '../ledger/ledgerQueries.ts';
import { findOrders } from '../orders/findOrders.ts';
import { paymentMethodData } from '../payments/riderData.ts';
import { findPhoto } from '../photos/photoRecords.ts';
import { entryData } from '../raffles/riderData.ts';
import { referralData } from '../referral/riderData.ts';
import { reservationData } from '../reservations/reservations.ts';
import { rentalStates } from '../rentalRecords/rentalQueries.ts';
import { listReports } from '../support/readReports.ts';
import { topUpData } from '../topUps/riderData.ts';
import { movementData } from '../wallet/riderData.ts';
import { collectNotifications } from './collectNotifications.ts';

/**
 * The maximum number of reports in the file. No rider has so many reports, so the file contains all
 * of them.
 */
const mostReports = 10_000;

/** The maximum number of files per hour. It is low, because each file needs many queries and much data. */
const filesPerHour = 10;
const ordersAtOnce = 500;

/** @throws {ProblemError} `tooManyRequests`. */
export async function collectData(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  userId: string,
): Promise<RiderData> {
  const now = clock.now();
  const limit = { name: 'data', limit: filesPerHour, windowSeconds: 60 * 60 };
  await countCall(db, limit, userId, now);
  const user = await findUser(db, userId);
  return {
    madeAt: now.toISOString(),
    user: presentUser(user),
    photo: await photoData(db, userId),
    identities: await identityData(db, userId),
    devices: await deviceData(db, userId),
    codeRequests: await codeRequestsOf(db, userId, user.phone),
    accountChanges: await changeData(db, userId),
    paymentMethods: await paymentMethodData(db, userId),
    orders: await ordersOf(db, userId, now),
    topUps: await topUpData(db, userId),
    walletMovements: await movementData(db, userId),
    coupons: await couponData(db, userId),
    referrals: await referralData(db, userId),
    chargebacks: await chargebackData(db, userId),
    termsAcceptances: await termsData(db, userId),
    favourites: await favouriteData(db, userId),
    reservations: await reservationData(db, userId),
    reports: (await listReports(db, userId, mostReports)).reports.toReversed(),
    campaignClaims: await claimData(db, userId),
    raffleEntries: await entryData(db, userId),
    ...(await collectNotifications(db, userId, now)),
    ledger: await ledgerOf(db, userId),
  };
}

async function photoData(db: Db, userId: string): Promise<RiderData['photo']> {
  const photo = await findPhoto(db, userId);
  return photo ? `data:image/webp;base64,${Buffer.from(photo.webp).toString('base64')}` : null;
}

async function identityData(db: Db, userId: string): Promise<RiderData['identities']> {
  const identities = await identitiesOf(db, userId);
  return identities.map(({ provider, issuer, subject, label, linked_at }) => ({
    provider,
    issuer,
    subject,
    label,
    linkedAt: linked_at.toISOString(),
  }));
}

async function codeRequestsOf(
  db: Db,
  userId: string,
  phone: string | null,
): Promise<RiderData['codeRequests']> {
  const texted = await codesSentTo(db, userId, phone);
  const changes = await db
    .selectFrom('contact_changes')
    .select(['kind', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return [
    ...texted.map(({ purpose, created_at }) => ({ purpose, at: created_at.toISOString() })),
    ...changes.map(({ kind, created_at }) => ({
      purpose: kind === 'stepUp' ? kind : ('changeEmail' as const),
      at: created_at.toISOString(),
    })),
  ];
}

async function ordersOf(db: Db, userId: string, now: Date): Promise<RiderData['orders']> {
  const rentals = await rentalStates(db)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const orders: RiderData['orders'] = [];
  for (let from = 0; from < rentals.length; from += ordersAtOnce) {
    const ids = rentals.slice(from, from + ordersAtOnce).map(({ id }) => id);
    orders.push(...(await findOrders(db, ids, now)).toReversed());
  }
  return orders;
}

async function ledgerOf(db: Db, userId: string): Promise<RiderData['ledger']> {
  const rows = await db
    .selectFrom(rentalStates(db).as('rental'))
    .innerJoin(bookings(db).as('booked'), 'booked.rental_id', 'rental.id')
    .innerJoin(bookedEntries(db).as('entry'), 'entry.transaction_id', 'booked.id')
    .select(['rental.id as orderId', 'booked.key', 'booked.created_at'])
    .select(['entry.debit', 'entry.credit', 'entry.amount', 'entry.currency'])
    .where('rental.user_id', '=', userId)
    .orderBy('entry.id')
    .execute();
  return rows.map(({ orderId, key, debit, credit, amount, currency, created_at }) => ({
    orderId,
    booking: key.replace(/:.*/, ''),
    debit,
    credit,
    amount: { amount, currency },
    at: created_at.toISOString(),
  }));
}
