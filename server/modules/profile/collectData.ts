import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { findUser, presentUser } from '../auth/users.ts';
import { findOrders } from '../orders/findOrders.ts';
import { presentReport, reportsOf } from '../support/readReports.ts';
import { collectCampaigns } from './collectCampaigns.ts';
import { collectGoCash } from './collectGoCash.ts';
import { collectNotifications } from './collectNotifications.ts';

/** A low limit, because the call reads and sends a lot of data. */
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
    photo: await photoOf(db, userId),
    identities: await identitiesOf(db, userId),
    devices: await devicesOf(db, userId),
    codeRequests: await codeRequestsOf(db, userId, user.phone),
    paymentMethods: await paymentMethodsOf(db, userId),
    orders: await ordersOf(db, userId, now),
    ...(await collectGoCash(db, userId)),
    reports: (await reportsOf(db, userId).execute()).map(presentReport).toReversed(),
    ...(await collectCampaigns(db, userId)),
    ...(await collectNotifications(db, userId, now)),
    ledger: await ledgerOf(db, userId),
  };
}

async function photoOf(db: Db, userId: string): Promise<RiderData['photo']> {
  const photo = await db
    .selectFrom('user_photos')
    .select('webp')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return photo ? `data:image/webp;base64,${Buffer.from(photo.webp).toString('base64')}` : null;
}

async function identitiesOf(db: Db, userId: string): Promise<RiderData['identities']> {
  const rows = await db
    .selectFrom('identities')
    .select(['provider', 'issuer', 'subject', 'label', 'linked_at'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .execute();
  return rows.map(({ linked_at, ...identity }) => ({
    ...identity,
    linkedAt: linked_at.toISOString(),
  }));
}

async function devicesOf(db: Db, userId: string): Promise<RiderData['devices']> {
  const rows = await db
    .selectFrom('sessions')
    .select(['device', 'state', 'created_at', 'last_seen_at', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ device, state, created_at, last_seen_at, ended_at }) => ({
    device,
    state,
    createdAt: created_at.toISOString(),
    lastSeenAt: last_seen_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
  }));
}

async function codeRequestsOf(
  db: Db,
  userId: string,
  phone: string | null,
): Promise<RiderData['codeRequests']> {
  const texted = await db
    .selectFrom('one_time_codes')
    .select(['purpose', 'created_at'])
    .where((or) =>
      or.or([
        // Null equals nothing: a rider without a phone received no codes.
        or.and([or('phone', '=', phone), or('purpose', '=', 'signIn')]),
        or('user_id', '=', userId),
      ]),
    )
    .orderBy('created_at')
    .execute();
  const changes = await db
    .selectFrom('contact_changes')
    .select('created_at')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return [
    ...texted.map(({ purpose, created_at }) => ({ purpose, at: created_at.toISOString() })),
    ...changes.map(({ created_at }) => ({
      purpose: 'changeEmail' as const,
      at: created_at.toISOString(),
    })),
  ];
}

async function paymentMethodsOf(db: Db, userId: string): Promise<RiderData['paymentMethods']> {
  const rows = await db
    .selectFrom('payment_methods')
    .select(['kind', 'brand', 'last4', 'label', 'name_on_card', 'country', 'postal_code'])
    .select(['created_at', 'removed_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ kind, brand, last4, label, country, ...row }) => ({
    kind,
    brand,
    last4,
    label,
    nameOnCard: row.name_on_card,
    country,
    postalCode: row.postal_code,
    addedAt: row.created_at.toISOString(),
    removedAt: row.removed_at?.toISOString() ?? null,
  }));
}

async function ordersOf(db: Db, userId: string, now: Date): Promise<RiderData['orders']> {
  const rentals = await db
    .selectFrom('rentals')
    .select('id')
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
    .selectFrom('rentals')
    .innerJoin('ledger_transactions as booked', 'booked.rental_id', 'rentals.id')
    .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'booked.id')
    .select(['rentals.id as orderId', 'booked.key', 'booked.created_at'])
    .select(['entry.debit', 'entry.credit', 'entry.amount', 'entry.currency'])
    .where('rentals.user_id', '=', userId)
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
