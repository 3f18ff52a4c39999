import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { User } from '../../../contract/signIn/auth.ts';
import { paths } from '../../../contract/paths.ts';
import { ProfileOverview, RiderData } from '../../../contract/profile.ts';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, stepUp, type Rider, type TestApp } from '../../testing/app.ts';
import { chooseNotifications, quietRider } from '../../testing/notificationChoices.ts';
import { forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { addStations, testTariff } from '../../testing/stations.ts';

forEachEngine((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ engine, payments: new FakePayments() });
    registerOrderJobs(app.deps);
  });
  afterAll(() => app.close());

  const overviewOf = async ({ sessionId: session }: Rider) =>
    ProfileOverview.parse((await app.call(paths.myOverview, { session })).body);

  test('a rider without rentals has spent nothing, and visited no station', async () => {
    expect(await overviewOf(await signUp(app))).toEqual({
      totalSpend: { amount: 0, currency: 'USD' },
      stations: [],
    });
  });

  test('the overview counts captures less refunds, but neither holds nor orders of other riders @slow', async () => {
    const [first, second] = [await Renting.at(app), await Renting.at(app)];
    const [rider, other] = [await signUp(app), await signUp(app)];
    const card = await first.addCard(rider);
    await first.rent(rider, card, 90);
    await first.rent(other, await first.addCard(other), 90);
    app.deps.clock.advance(60);
    // The rider returns the charger within the grace time, so the server voids the hold.
    await second.rent(rider, card, 3);
    app.deps.clock.advance(60);
    const { totalSpend, stations } = await overviewOf(rider);
    expect(totalSpend).toEqual({ amount: 300, currency: 'USD' });
    expect(stations.map(({ id }) => id)).toEqual([
      second.cabinet.stationId,
      first.cabinet.stationId,
    ]);

    // The unlock fee and deposit of the current rental are held, but not captured, so they do not count as spent.
    await first.start(rider, card);
    await first.settle();
    const now = await overviewOf(rider);
    expect(now.totalSpend.amount).toBe(300);
    expect(now.stations[0]).toMatchObject({
      id: first.cabinet.stationId,
      name: 'Corner Café',
      address: '1 Test Street',
    });
    expect(now.stations).toHaveLength(2);
  });

  test('a failed rental is not a visit', async () => {
    const renting = await Renting.at(app);
    const rider = await signUp(app);
    await renting.start(rider, await renting.addCard(rider, 'declined'));
    await renting.settle();
    expect(await overviewOf(rider)).toMatchObject({ totalSpend: { amount: 0 }, stations: [] });
  });

  test('ten thousand orders are summed quickly, and are exported in one file @all', async () => {
    const rider = await signUp(app);
    const renting = await Renting.at(app);
    const card = await renting.addCard(rider);
    const ids = await addStations(
      app.deps.db,
      Array.from({ length: 25 }, (_, i) => ({ name: `Stop ${i}` })),
    );
    await insertOrders(rider, card, ids, 10_000);
    // Add 10,000 orders of another rider, too. The orders of other riders must not slow down the
    // computation of the sum.
    await insertOrders(await signUp(app), card, ids, 10_000);
    await sql`analyze`.execute(app.deps.db);

    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      const began = performance.now();
      await overviewOf(rider);
      times.push(performance.now() - began);
    }
    expect(Math.min(...times)).toBeLessThan(1000);
    const { totalSpend, stations } = await overviewOf(rider);
    expect(totalSpend).toEqual({ amount: 10_000 * 250, currency: 'USD' });
    expect(stations).toHaveLength(10);
    const used = stations.map(({ lastUsedAt }) => lastUsedAt);
    expect(used).toEqual(used.toSorted().toReversed());

    const { sessionId: session } = rider;
    const data = RiderData.parse((await app.call(paths.myData, { session })).body);
    expect(data.orders).toHaveLength(10_000);
  }, 90_000);

  test('GoCash counts as spent when it pays a rental, and not when it is topped up', async () => {
    const rider = await signUp(app);
    const renting = await Renting.at(app);
    const card = await renting.addCard(rider);
    await renting.topUp(rider, card, 1000, 500);
    expect((await overviewOf(rider)).totalSpend.amount).toBe(0);
    await renting.rent(rider, card, 90, { useGoCash: true });
    expect((await overviewOf(rider)).totalSpend.amount).toBe(300);
  });

  test('one file contains all data about a rider, without secrets @slow', async () => {
    const [rider, other] = [await signUp(app), await signUp(app)];
    const { sessionId: session, userId } = rider;
    const name = 'Ana María';
    await app.call(paths.me, { method: 'PATCH', session, body: { name } });
    await app.deps.db
      .insertInto('user_photos')
      .values({
        user_id: userId,
        version: 'one',
        webp: Buffer.from('photo'),
        created_at: app.deps.clock.now(),
      })
      .execute();
    await app.deps.db
      .insertInto('identities')
      .values({
        issuer: 'https://accounts.example.com',
        subject: 'subject-1',
        user_id: userId,
        provider: 'google',
        label: 'ana@example.com',
        linked_at: app.deps.clock.now(),
      })
      .execute();
    const renting = await Renting.at(app);
    const card = await renting.addCard(rider);
    await renting.topUp(rider, card, 150, 500);
    const order = await renting.rent(rider, card, 90, { useGoCash: true });
    const others = await renting.rent(other, await renting.addCard(other), 90);
    await stepUp(app, rider);
    await app.call(paths.myEmail, { method: 'POST', session, body: { email: 'new@example.com' } });
    await app.call(paths.myPhone, { method: 'POST', session, body: { phone: other.phone } });

    await chooseNotifications(app, rider, renting.cabinet.stationId);

    const answer = await app.call(paths.myData, { session });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const data = RiderData.parse(answer.body);
    expect(data.user).toEqual(User.parse((await app.call(paths.me, { session })).body));
    expect(data).toMatchObject({
      photo: `data:image/webp;base64,${Buffer.from('photo').toString('base64')}`,
      identities: [{ provider: 'google', subject: 'subject-1', label: 'ana@example.com' }],
      devices: [{ state: 'active', endedAt: null }],
      topUps: [{ state: 'credited', amount: { amount: 150 } }],
      walletMovements: [
        { reason: 'topUp', topUp: { amount: 150 }, orderId: null },
        { reason: 'topUpBonus', bonus: { amount: 500 }, orderId: null },
        { reason: 'unlockFee', topUp: { amount: -100 }, orderId: order.id },
        { reason: 'usage', topUp: { amount: -50 }, bonus: { amount: -150 }, orderId: order.id },
      ],
      coupons: [],
      referrals: [],
      paymentMethods: [
        { kind: 'card', brand: 'visa', last4: '4242', nameOnCard: 'A Rider', removedAt: null },
      ],
      orders: [{ id: order.id, lines: order.lines, payments: order.payments }],
      chargebacks: [],
      termsAcceptances: [
        { version: expect.stringMatching(/^[\da-f]{12}$/), acceptedAt: expect.any(String) },
      ],
      notificationSettings: quietRider,
      pushSubscriptions: [{ service: 'push.example' }],
    });
    const aboutOrder = data.notifications.filter(({ order: about }) => about?.id === order.id);
    expect(aboutOrder).toHaveLength(data.notifications.length);
    expect(aboutOrder.map(({ kind }) => kind).sort()).toEqual([
      'chargerOut',
      'depositReleased',
      'returned',
    ]);
    expect(data.codeRequests.map(({ purpose }) => purpose).toSorted()).toEqual([
      'changeEmail',
      'changePhone',
      'signIn',
      'stepUp',
    ]);
    const bill = data.ledger.filter(({ booking }) => booking === 'bill');
    expect(bill.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(300);
    expect(new Set(data.ledger.map(({ orderId }) => orderId))).toEqual(new Set([order.id]));

    const text = JSON.stringify(answer.body);
    const { db } = app.deps;
    const hashes = [
      ...(await db.selectFrom('sessions').select('id_hash as secret').execute()),
      ...(await db.selectFrom('one_time_codes').select('code_hash as secret').execute()),
      ...(await db.selectFrom('contact_changes').select('code_hash as secret').execute()),
      ...(await db.selectFrom('payment_methods').select('fingerprint as secret').execute()),
    ];
    for (const { secret } of hashes) expect(text).not.toContain(secret);
    for (const secret of [
      session,
      other.user.id,
      others.id,
      others.number,
      'secret-of-the-browser',
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  test('the call for the file with all data has a low rate limit', async () => {
    const { sessionId: session } = await signUp(app);
    const { clock } = app.deps;
    const hour = 60 * 60_000;
    clock.advance(Math.ceil((hour - (clock.now().getTime() % hour)) / 1000));
    for (let i = 0; i < 10; i++) {
      expect((await app.call(paths.myData, { session })).status).toBe(200);
    }
    expect((await app.call(paths.myData, { session })).status).toBe(429);
  });

  /** Inserts complete orders of one minute each, one after the other. Each order captures 3.00 and refunds 0.50. */
  async function insertOrders(
    { userId }: Rider,
    card: string,
    stationIds: string[],
    count: number,
  ): Promise<void> {
    const { db } = app.deps;
    const prefix = randomUUID();
    await sql`
      insert into rentals (id, number, user_id, state, station_id, slot, charger, tariff,
        payment_method_id, eject_command, created_at, started_at, returned_at, return_station_id,
        total, changed_at)
      select gen_random_uuid(), ${prefix} || n, ${userId}::uuid, 'complete',
        (${stationIds}::text[])[1 + n % ${stationIds.length}::int], 1, 'c',
        ${JSON.stringify(testTariff)}::jsonb, ${card}::uuid, ${prefix} || n,
        '2020-01-01'::timestamptz + n * interval '1 minute',
        '2020-01-01'::timestamptz + n * interval '1 minute',
        '2020-01-01'::timestamptz + (n + 1) * interval '1 minute',
        (${stationIds}::text[])[1 + (n + 1) % ${stationIds.length}::int], 250, now()
      from generate_series(1, ${count}::int) n`.execute(db);
    await sql`
      insert into payments (id, user_id, rental_id, payment_method_id, purpose, state, currency,
        amount, captured, refunded, created_at, changed_at)
      select gen_random_uuid(), user_id, id, payment_method_id, 'usage', 'captured', 'USD',
        300, 300, 50, created_at, created_at
      from rentals where user_id = ${userId}::uuid`.execute(db);
  }
});
