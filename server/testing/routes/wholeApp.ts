import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CodeIssued, Sessions } from '../../../contract/signIn/auth.ts';
import { NotificationList, PushSubscriptionRef } from '../../../contract/notifications.ts';
import { PaymentMethod } from '../../../contract/payment.ts';
import { EmailChanged } from '../../../contract/profile.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { Report } from '../../../contract/support.ts';
import { SocialStarted } from '../../../contract/signIn/social.ts';
import { TopUp, Wallet } from '../../../contract/wallet.ts';
import { Watch } from '../../../contract/watches.ts';
import { registerJobs } from '../../composition.ts';
import { openSession } from '../../modules/auth/session.ts';
import { registerUser } from '../../modules/auth/users.ts';
import { notify } from '../../modules/notifications/notify.ts';
import type { SignInProvider } from '../../providers/identity/signInProvider.ts';
import type { PushService } from '../../providers/push/pushService.ts';
import { transact } from '../../db/unitOfWork.ts';
import { freshPhone, startTestApp, type TestApp, type TestAppOptions } from '../app.ts';
import { addCoupon, giveCoupon } from '../coupons.ts';
import { addOffer, addRaffle } from '../campaigns.ts';
import { addPastOrders } from '../pastOrders.ts';
import { FakePayments } from '../payments/fakePayments.ts';
import { Renting } from '../renting.ts';

const hourMs = 3600_000;

const pushService: PushService = {
  publicKey: 'B'.repeat(87),
  check: async () => 'allowed',
  send: async () => ({ outcome: 'taken' }),
};

/** A sign-in provider whose answers never prove an identity. */
const signInProvider: SignInProvider = {
  authorizationUrl: async ({ state }) => `https://identity.example/?state=${state}`,
  prove: async () => ({ outcome: 'failed' }),
};

/** Valid keys of a push subscription, as a browser sends them: a point on the curve P-256, and a secret. */
export const pushKeys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};

/** A PNG picture of one pixel. */
export const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

/** The server with a fake of each provider, so that almost every route can succeed. */
export async function startWholeApp(options: TestAppOptions = {}): Promise<WholeApp> {
  const app = await startTestApp({
    payments: new FakePayments(),
    push: pushService,
    signIn: { google: signInProvider },
    ...options,
    env: { GOCASH_REFUNDABLE: '1', TRUST_PROXY: '1', ...options.env },
  });
  registerJobs(app.deps);
  return {
    ...app,
    renting: await Renting.at(app),
    offer: await addOffer(app.deps),
    raffle: await addRaffle(app.deps),
  };
}

export interface WholeApp extends TestApp {
  readonly renting: Renting;
  /** The type of a running offer. */
  readonly offer: string;
  readonly raffle: string;
}

export interface SignedInRider {
  sessionId: string;
  phone: string;
  userId: string;
}

/** Adds a rider with a session, without sending a text. */
export function addRider({ deps }: WholeApp): Promise<SignedInRider> {
  const phone = freshPhone();
  return transact(deps, async ({ trx, now }) => {
    const { id: userId } = await registerUser(trx, { phone, language: 'en', now });
    return { userId, phone, sessionId: await openSession(trx, { userId, device: '', now }) };
  });
}

/** The ids of the rider's objects, one of each kind, and other values that requests about these objects need. */
export type Belongings = Awaited<ReturnType<typeof addBelongings>>;

export async function addBelongings(app: WholeApp, rider: SignedInRider) {
  const { db, clock } = app.deps;
  const { userId, sessionId: session } = rider;
  const now = clock.now();
  const { stationId } = app.renting.cabinet;
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const key = randomUUID();
    return (await app.call(path, { method: 'POST', session, key, body, headers })).body;
  };
  const token = `tok_pays_${randomUUID()}`;
  const card = { token, country: 'US', postalCode: '60601', makeDefault: true };
  const { id: method } = PaymentMethod.parse(await post(paths.paymentMethods, card));
  const [order = ''] = await addPastOrders(db, {
    userId,
    stationId,
    count: 1,
    from: new Date(now.getTime() - 24 * hourMs),
    every: hourMs,
  });
  const key = randomUUID();
  await transact(app.deps, (work) =>
    notify(work, { userId, kind: 'returned', key, rentalId: order }),
  );
  const {
    notifications: [notification],
  } = NotificationList.parse((await app.call(paths.notifications, { session })).body);
  const otherSession = await transact(app.deps, ({ trx }) =>
    openSession(trx, { userId, device: 'Another', now }),
  );
  const { sessions } = Sessions.parse((await app.call(paths.mySessions, { session })).body);
  const {
    offers: [offer],
  } = Wallet.parse((await app.call(paths.wallet, { session })).body);
  const topUp = TopUp.parse(await post(paths.topUps, { ...offer, paymentMethodId: method }));
  const report = Report.parse(await post(paths.supportReports, { kind: 'other', note: 'Secret' }));
  const endpoint = `https://push.example/${randomUUID()}`;
  const subscription = PushSubscriptionRef.parse(
    await post(paths.pushSubscriptions, { endpoint, keys: pushKeys }),
  );
  const { id: watch } = await addWatch(app, session);
  const email = `${randomUUID()}@example.com`;
  const emailChange = EmailChanged.parse(await post(paths.myEmail, { email }));
  const newPhone = freshPhone();
  const phoneChange = CodeIssued.parse(await post(paths.myPhone, { phone: newPhone }));
  const verifier = 'v'.repeat(43);
  const start = { purpose: 'link', challenge: 'c'.repeat(43) };
  const attempt = SocialStarted.parse(
    await post(fillPath(paths.socialStart, { provider: 'google' }), start),
  );
  await db
    .insertInto('identities')
    .values({ user_id: userId, provider: 'google', issuer: 'i', subject: userId, linked_at: now })
    .execute();
  const photo = await fetch(app.url + paths.myPhoto, {
    method: 'PUT',
    headers: { 'content-type': 'image/png', authorization: `Bearer ${session}` },
    body: new Uint8Array(onePixelPng),
  });
  const { photo: photoVersion } = z.object({ photo: z.string() }).parse(await photo.json());
  const reservation = randomUUID();
  await db
    .insertInto('reservations')
    .values({
      id: reservation,
      user_id: userId,
      station_id: stationId,
      kind: 'slot',
      created_at: now,
      expires_at: new Date(now.getTime() + hourMs),
    })
    .execute();
  await app.renting.settle();
  return {
    order,
    method,
    otherSession,
    device: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '',
    notification: notification?.id ?? '',
    topUp: topUp.id,
    offer,
    report: report.id,
    subscription: subscription.id,
    endpoint,
    watch,
    reservation,
    coupon: await giveCoupon(db, userId),
    couponCode: await unusedCode(app),
    email,
    emailRequest: 'requestId' in emailChange ? emailChange.requestId : '',
    newPhone,
    phoneRequest: phoneChange.requestId,
    attempt: attempt.attemptId,
    verifier,
    photoVersion,
    stationId,
  };
}

/** Adds a watch, each time from a different address, because the number of watches per address is limited. */
export async function addWatch(app: WholeApp, session?: string): Promise<Watch> {
  const { stationId } = app.renting.cabinet;
  const { body } = await app.call(paths.watches, {
    method: 'POST',
    body: { stationId, wants: 'charger' },
    headers: { 'x-forwarded-for': freshAddress() },
    ...(session !== undefined && { session }),
  });
  return Watch.parse(body);
}

let addresses = 0;

/** Returns an address that no other test call of this process has used. */
export function freshAddress(): string {
  addresses++;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** The code of a coupon that nobody has redeemed. */
async function unusedCode({ deps: { db } }: WholeApp): Promise<string> {
  const id = await addCoupon(db);
  const { code } = await db
    .selectFrom('coupons')
    .select('code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return code;
}
