import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CodeIssued, SignedIn } from '../../../contract/signIn/auth.ts';
import { Problem } from '../../../contract/errors.ts';
import { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { registerOrderJobs } from '../../composition.ts';
import { inTransaction } from '../../db/database.ts';
import {
  freshPhone,
  signUp,
  startTestApp,
  stepUp,
  type CallAnswer,
  type Rider,
  type TestApp,
} from '../../testing/app.ts';
import { chooseNotifications } from '../../testing/notificationChoices.ts';
import { forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { transact } from '../../db/unitOfWork.ts';
import { openSession } from '../auth/session.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { saveCard } from '../payments/methods/saveCard.ts';
import { startRental } from '../rental/startRental.ts';
import { readWallet } from '../wallet/wallet.ts';
import { testTariff } from '../../testing/stations.ts';

/** The tables with the rider's notifications, settings, browsers, watches and favourites. */
const toldIn = [
  'notifications',
  'notification_settings',
  'push_subscriptions',
  'watches',
  'favourite_stations',
] as const;

forEachEngine((engine) => {
  let app: TestApp;
  let payments: FakePayments;
  let renting: Renting;
  let rider: Rider;
  let card: string;

  beforeAll(async () => {
    payments = new FakePayments();
    app = await startTestApp({ engine, payments });
    registerOrderJobs(app.deps);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    payments.lose = () => null;
    renting = await Renting.at(app);
    rider = await signUp(app);
    card = await renting.addCard(rider);
  });

  const remove = ({ sessionId: session } = rider) =>
    app.call(paths.me, { method: 'DELETE', session });
  const problemOf = ({ body }: CallAnswer) => Problem.parse(body);
  const started = async (habit = card) => Order.parse((await renting.start(rider, habit)).body);
  const rowOf = (userId: string) =>
    app.deps.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  const rentalsOf = (userId: string) =>
    app.deps.db.selectFrom('rentals').selectAll().where('user_id', '=', userId).execute();

  test('the deletion leaves no personal data, and the ledger is still balanced @slow', async () => {
    const { db } = app.deps;
    const session = rider.sessionId;
    const name = 'Maximiliana Nobody';
    await app.call(paths.me, {
      method: 'PATCH',
      session,
      body: { name, birthDate: { year: 1987, month: 6, day: 5 } },
    });
    const email = 'maximiliana@example.com';
    const asked = await app.call(paths.myEmail, { method: 'POST', session, body: { email } });
    const { requestId } = CodeIssued.parse(asked.body);
    await app.call(fillPath(paths.verifyMyEmail, { requestId }), {
      method: 'POST',
      session,
      body: { code: app.mail.codeFor(email) },
    });
    const picture = await sharp({
      create: { width: 9, height: 9, channels: 3, background: 'teal' },
    })
      .png()
      .toBuffer();
    const photo = await fetch(app.url + paths.myPhoto, {
      method: 'PUT',
      headers: { authorization: `Bearer ${session}`, 'content-type': 'image/png' },
      body: new Uint8Array(picture),
    });
    expect(photo.status).toBe(200);
    await db
      .insertInto('identities')
      .values({
        issuer: 'https://accounts.example.com',
        subject: 'maximiliana-1',
        user_id: rider.userId,
        provider: 'google',
        label: email,
        linked_at: app.deps.clock.now(),
      })
      .execute();
    const order = await renting.rent(rider, card, 90);
    expect(order.state).toBe('complete');
    await stepUp(app, rider);
    await app.call(paths.myPhone, { method: 'POST', session, body: { phone: freshPhone() } });
    await db
      .insertInto('social_attempts')
      .values({
        id: randomUUID(),
        provider: 'apple',
        purpose: 'link',
        user_id: rider.userId,
        challenge: 'challenge',
        state_hash: randomUUID(),
        nonce: 'nonce',
        code_verifier: 'verifier',
        state: 'pending',
        created_at: app.deps.clock.now(),
        expires_at: app.deps.clock.now(),
      })
      .execute();
    await chooseNotifications(app, rider, renting.cabinet.stationId);
    const { stationId } = renting.cabinet;
    await app.call(fillPath(paths.favourite, { stationId }), { method: 'PUT', session });
    const before = await rowOf(rider.userId);
    for (const table of toldIn) expect(await leftIn(table), table).not.toEqual([]);

    expect((await remove()).status).toBe(204);
    await app.deps.outbox.idle();

    expect(await rowOf(rider.userId)).toEqual({
      ...before,
      phone: null,
      name: null,
      email: null,
      email_confirmed_at: null,
      birth_date: null,
      invite_code: expect.not.stringMatching(before.invite_code),
      deleted_at: expect.any(Date),
    });
    const everything = await wholeDatabase();
    for (const secret of [name, email, rider.phone, before.invite_code, 'maximiliana-1']) {
      expect(everything).not.toContain(secret);
    }
    const cards = await db
      .selectFrom('payment_methods')
      .selectAll()
      .where('user_id', '=', rider.userId)
      .execute();
    expect(cards).toMatchObject([
      {
        provider_card: '',
        fingerprint: '',
        name_on_card: '',
        postal_code: '',
        is_default: false,
        last4: '4242',
        removed_at: expect.any(Date),
      },
    ]);

    for (const table of [
      'idempotency_keys',
      'one_time_codes',
      'social_attempts',
      ...toldIn,
    ] as const) {
      expect(await leftIn(table), table).toEqual([]);
    }

    expect(await rentalsOf(rider.userId)).toMatchObject([{ id: order.id, total: 300 }]);
    expect(await auditLedger(db)).toEqual([]);
    const booked = await db
      .selectFrom('ledger_transactions')
      .select('key')
      .where('rental_id', '=', order.id)
      .execute();
    expect(booked.map(({ key }) => key)).toContain(`bill:${order.id}`);
  });

  test('the deletion signs every device out and ends its event streams', async () => {
    app.deps.clock.advance(60);
    const elsewhere = await signUp(app, rider.phone);
    const stream = await fetch(app.url + paths.orderEvents, {
      headers: { authorization: `Bearer ${elsewhere.sessionId}` },
    });
    expect((await remove()).status).toBe(204);
    // `text()` resolves only after the server has ended the stream.
    expect(await stream.text()).toContain('open');
    for (const session of [rider.sessionId, elsewhere.sessionId]) {
      expect((await app.call(paths.me, { session })).status).toBe(401);
    }
    expect((await remove()).status).toBe(401);
  });

  test('the same phone can sign up again, and earlier codes are invalid', async () => {
    app.deps.clock.advance(60);
    const asked = await app.call(paths.codes, {
      method: 'POST',
      body: { phone: rider.phone, language: 'en' },
    });
    const { requestId } = CodeIssued.parse(asked.body);
    const code = app.sms.codeFor(rider.phone);
    await remove();
    const verify = fillPath(paths.verifyCode, { requestId });
    const late = await app.call(verify, { method: 'POST', body: { code } });
    expect(problemOf(late).code).toBe('codeExpired');

    const again = await signUp(app, rider.phone);
    expect(again.userId).not.toBe(rider.userId);
    expect(again.user.id).not.toBe(rider.user.id);
    expect(again.user).toMatchObject({ name: null, email: null, birthDate: null, photo: null });
    const orders = await app.call(paths.orders, { session: again.sessionId });
    expect(orders.body).toEqual({ orders: [], nextCursor: null });
    const methods = await app.call(paths.paymentMethods, { session: again.sessionId });
    expect(methods.body).toEqual({ methods: [] });
  });

  test('an account is not deleted before or during the use of a charger, or before the rental is paid @slow', async () => {
    const { id, slot } = await started();
    expect(problemOf(await remove())).toMatchObject({ code: 'ongoingOrder', orderId: id });
    await renting.settle();
    expect(problemOf(await remove())).toMatchObject({ code: 'ongoingOrder', orderId: id });
    expect((await app.call(paths.me, { session: rider.sessionId })).status).toBe(200);

    // The bill is due, but the provider does not respond.
    app.deps.clock.advance(90 * 60);
    payments.lose = () => 'before';
    await renting.bringBack(slot ?? 0);
    expect(problemOf(await remove()).code).toBe('holdOpen');
    payments.lose = () => null;
    app.deps.clock.advance(120);
    await renting.settle();
    await stepUp(app, rider);
    expect((await remove()).status).toBe(204);
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('an account is not deleted while a bill is being settled, or a hold is active @slow', async () => {
    const { id } = await renting.rent(rider, card, 90);
    const toState = (state: 'settling' | 'complete') =>
      app.deps.db.updateTable('rentals').set({ state }).where('id', '=', id).execute();
    await toState('settling');
    expect(problemOf(await remove()).code).toBe('holdOpen');
    await toState('complete');
    // Sets the state of the payment. In the state `authorized`, the payment is a hold that the server has not voided
    // yet.
    const held = (state: 'authorized' | 'captured') =>
      app.deps.db
        .updateTable('payments')
        .set({ state })
        .where('rental_id', '=', id)
        .where('purpose', '=', 'rental')
        .execute();
    await held('authorized');
    expect(problemOf(await remove()).code).toBe('holdOpen');
    await held('captured');
    await stepUp(app, rider);
    expect((await remove()).status).toBe(204);
  });

  test('the deletion forfeits the remaining GoCash, and the ledger is still balanced @slow', async () => {
    await renting.topUp(rider, card, 1000, 200);
    await renting.rent(rider, card, 90, { useGoCash: true });
    await stepUp(app, rider);
    expect((await remove()).status).toBe(204);
    const { db } = app.deps;
    expect(await readWallet(db, rider.userId, 'USD')).toEqual({ topUp: 0, bonus: 0 });
    const forfeited = await db
      .selectFrom('ledger_entries')
      .select('amount')
      .where('credit', '=', 'forfeited:USD')
      .where('debit', 'like', `wallet:${rider.userId}:%`)
      .orderBy('amount')
      .execute();
    expect(forfeited).toEqual([{ amount: 200 }, { amount: 700 }]);
    expect(await auditLedger(db)).toEqual([]);
  });

  test('an account is not deleted while a top-up is pending or is being refunded', async () => {
    await renting.topUp(rider, card, 1000, 0);
    const toState = (state: 'unknown' | 'refunding' | 'captured') =>
      app.deps.db
        .updateTable('payments')
        .set({ state })
        .where('user_id', '=', rider.userId)
        .where('purpose', '=', 'topUp')
        .execute();
    for (const state of ['unknown', 'refunding'] as const) {
      await toState(state);
      expect(problemOf(await remove()).code).toBe('holdOpen');
    }
    await toState('captured');
    expect((await remove()).status).toBe(204);
  });

  test('an account is not deleted while an order is unpaid @slow', async () => {
    const failing = await renting.addCard(rider, 'failsLater');
    const order = await renting.rent(rider, failing, 90);
    expect(order.status).toBe('unpaid');
    expect(problemOf(await remove())).toMatchObject({ code: 'unpaidOrder', orderId: order.id });
    const good = await renting.addCard(rider);
    await app.call(fillPath(paths.payOrder, { id: order.id }), {
      method: 'POST',
      session: rider.sessionId,
      key: randomUUID(),
      body: { paymentMethodId: good },
    });
    expect(problemOf(await remove()).code).toBe('unpaidOrder');
    await renting.settle();
    await stepUp(app, rider);
    expect((await remove()).status).toBe(204);
  });

  test('an account is not deleted before the hold of a failed rental is voided @slow', async () => {
    renting.cabinet.behaviour.jams = true;
    await started();
    await app.deps.outbox.idle();
    payments.lose = () => 'before';
    await renting.settle();
    const states = (await rentalsOf(rider.userId)).map(({ state }) => state);
    expect(states).toEqual(['failed']);
    expect(problemOf(await remove()).code).toBe('holdOpen');
    payments.lose = () => null;
    app.deps.clock.advance(120);
    await renting.settle();
    expect((await remove()).status).toBe(204);
  });

  test('the provider detaches the cards, whatever number of retries is needed', async () => {
    await renting.addCard(rider, 'declined');
    await app.deps.outbox.idle();
    let asked = 0;
    payments.lose = () => (['before', 'after', null] as const)[asked++] ?? null;
    const before = payments.detached.length;
    await remove();
    for (let i = 0; i < 4; i++) {
      app.deps.clock.advance(61);
      await app.deps.outbox.idle();
    }
    expect(payments.detached.slice(before).toSorted()).toEqual(['declined', 'pays']);
    const { count } = await app.deps.db
      .selectFrom('payment_methods')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('user_id', '=', rider.userId)
      .where('provider_card', '<>', '')
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  });

  test('only one of a concurrent rental and deletion succeeds @slow', async () => {
    for (let i = 0; i < 8; i++) {
      const [who, stand] = [await signUp(app), await Renting.at(app)];
      const theirCard = await stand.addCard(who);
      const calls = [() => stand.start(who, theirCard), () => remove(who)];
      if (i % 2 === 1) calls.reverse();
      const answers = await Promise.all(calls.map((call) => call()));
      if (i % 2 === 1) answers.reverse();
      const [rental, removal] = answers;
      const isDeleted = (await rowOf(who.userId)).deleted_at !== null;
      const rentals = await rentalsOf(who.userId);
      expect([rental?.status, removal?.status]).toEqual(isDeleted ? [401, 204] : [202, 409]);
      expect(rentals).toHaveLength(isDeleted ? 0 : 1);
    }
  });

  test('a request has no effect if it is accepted before the deletion and finishes after it', async () => {
    const { deps } = app;
    const { stationId } = renting.cabinet;
    await remove();
    const request = { stationId, paymentMethodId: card, tariffId: testTariff.id };
    const attached = {
      kind: 'card' as const,
      card: 'late',
      fingerprint: 'late',
      brand: 'visa',
      last4: '4242',
      expiryMonth: 12,
      expiryYear: 2031,
      nameOnCard: 'A Rider',
      label: null,
      country: null,
      postalCode: null,
    };
    const billing = { country: 'US', postalCode: '60601', makeDefault: true };
    const { userId } = rider;
    const now = deps.clock.now();
    const late = [
      () =>
        transact(deps, (work) =>
          startRental(work, deps.settings, { userId, isGuest: false }, request),
        ),
      () => transact(deps, (work) => saveCard(work, deps, userId, attached, billing)),
      () => inTransaction(deps.db, (trx) => openSession(trx, { userId, device: '', now })),
    ];
    for (const call of late) await expect(call()).rejects.toThrow('signInRequired');
    expect(await rentalsOf(userId)).toEqual([]);
  });

  test('after a concurrent sign-in and deletion, the session belongs to an existing account @slow', async () => {
    for (let i = 0; i < 6; i++) {
      const who = await signUp(app);
      app.deps.clock.advance(60);
      const asked = await app.call(paths.codes, {
        method: 'POST',
        body: { phone: who.phone, language: 'en' },
      });
      const { requestId } = CodeIssued.parse(asked.body);
      const code = app.sms.codeFor(who.phone);
      const [signedIn, removal] = await Promise.all([
        app.call(fillPath(paths.verifyCode, { requestId }), { method: 'POST', body: { code } }),
        remove(who),
      ]);
      expect(removal.status).toBe(204);
      expect([200, 410]).toContain(signedIn.status);
      const alive = await app.deps.db
        .selectFrom('sessions')
        .select('id_hash')
        .where('user_id', '=', who.userId)
        .where('state', '=', 'active')
        .execute();
      expect(alive).toEqual([]);
      if (signedIn.status !== 200) continue;
      const { sessionId: session, user } = SignedIn.parse(signedIn.body);
      const me = await app.call(paths.me, { session });
      // A session from before the deletion ended with the account. A session from after the deletion belongs
      // to a new account.
      expect(me.status).toBe(user.id === who.user.id ? 401 : 200);
    }
  });

  test('after a concurrent change and deletion, no personal data is stored @slow', async () => {
    for (let i = 0; i < 6; i++) {
      const who = await signUp(app);
      const session = who.sessionId;
      await Promise.all([
        app.call(paths.me, { method: 'PATCH', session, body: { name: 'Late' } }),
        remove(who),
        app.call(paths.myEmail, { method: 'POST', session, body: { email: `late${i}@x.org` } }),
      ]);
      expect(await rowOf(who.userId)).toMatchObject({ name: null, email: null });
      const pending = await app.deps.db
        .selectFrom('contact_changes')
        .select('id')
        .where('user_id', '=', who.userId)
        .execute();
      expect(pending).toEqual([]);
    }
  });

  function leftIn(
    table: (typeof toldIn)[number] | 'idempotency_keys' | 'one_time_codes' | 'social_attempts',
  ) {
    return app.deps.db
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', rider.userId)
      .execute();
  }

  /** Returns all rows of all tables as text. */
  async function wholeDatabase(): Promise<string> {
    const { db } = app.deps;
    const rows: unknown[] = [];
    for (const { name } of await db.introspection.getTables()) {
      rows.push((await sql`select * from ${sql.table(name)}`.execute(db)).rows);
    }
    return JSON.stringify(rows);
  }
});
