import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NotificationList, type Notification } from '../../../contract/notifications.ts';
import { CodeIssued, SignedIn } from '../../../contract/signIn/auth.ts';
import { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { registerOrderJobs } from '../../composition.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { freshPhone, signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { addCoupon } from '../../testing/coupons.ts';
import { createTestDatabase, forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { actOfAda } from '../../testing/operators/operatorAct.ts';
import { Renting } from '../../testing/renting.ts';
import { addStation } from '../../testing/stations.ts';
import { transact } from '../../db/unitOfWork.ts';
import type { CaseOutcome } from '../../../contract/operators/desk.ts';
import { closeDispute } from '../desk/closeCase.ts';
import { RentalTimers } from '../rental/timers.ts';
import { WatchKeeper } from '../watches/watchKeeper.ts';
import { notify } from './notify.ts';

const hour = 60 * 60;
const usd = (amount: number) => ({ amount, currency: 'USD' });

forEachEngine((engine) => {
  let database: OpenDatabase;
  let app: TestApp;
  let payments: FakePayments;
  let renting: Renting;
  let timers: RentalTimers;
  let rider: Rider;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    payments = new FakePayments();
    app = await startTestApp({
      db: database.db,
      payments,
      mail: null,
      env: { GOCASH_REFUNDABLE: '1' },
    });
    registerOrderJobs(app.deps);
    timers = new RentalTimers(app.deps);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    renting = await Renting.at(app);
    rider = await signUp(app);
  });

  test('a rider gets a notification after the pick-up, and a notification with the bill after the return', async () => {
    const { id, number, slot } = await renting.rent(rider, await renting.addCard(rider), 90);
    const order = { id, number };
    const station = { id: renting.cabinet.stationId, name: 'Corner Café' };
    const [back, out, ...more] = await listNotifications();
    expect(back).toMatchObject({ kind: 'returned', order, station, slot, amount: usd(300) });
    expect(out).toMatchObject({ kind: 'chargerOut', order, station, slot, amount: null });
    expect(out).toMatchObject({ readAt: null, dueAt: null, news: null });
    expect(more).toEqual([]);
  });

  test('a failed rental sends no notification', async () => {
    await renting.start(rider, await renting.addCard(rider, 'declined'));
    await renting.settle();
    const card = await renting.addCard(rider);
    await renting.start(rider, card);
    await app.deps.outbox.idle();
    app.gateway.commands.splice(0);
    // The eject command never arrives. The server voids the hold when the cabinet sends its inventory.
    for (let minutes = 0; minutes < 3; minutes++) await pass(60);
    expect(await orderStates()).toEqual(['failed', 'failed']);
    expect(await kinds()).toEqual([]);
  });

  test('an eject that is reported only after the return sends one notification', async () => {
    const card = await renting.addCard(rider);
    const { slot } = Order.parse((await renting.start(rider, card)).body);
    await app.deps.outbox.idle();
    const { cabinet } = renting;
    for (const { command } of app.gateway.commands.splice(0)) cabinet.inbox.push(command);
    cabinet.obey();
    cabinet.log.length = 0;
    await renting.bringBack(slot ?? 0);
    expect(await kinds()).toEqual(['depositReleased', 'returned']);
  });

  test('a return within the grace time notifies the rider about the released hold', async () => {
    await renting.rent(rider, await renting.addCard(rider), 2);
    expect(await kinds()).toEqual(['chargerOut', 'depositReleased', 'returned']);
    expect(await one('depositReleased')).toMatchObject({ amount: usd(2100) });
    expect(await one('returned')).toMatchObject({ amount: usd(0) });
  });

  test('an unpaid bill notifies the rider once, and the reminders also come if the server sends no mail', async () => {
    const card = await renting.addCard(rider, 'failsLater');
    const { id } = await renting.rent(rider, card, 30);
    expect(await kinds()).toEqual(['chargerOut', 'returned', 'unpaid']);
    expect(await one('unpaid')).toMatchObject({ order: { id }, amount: usd(200) });

    await app.call(fillPath(paths.payOrder, { id }), {
      method: 'POST',
      session: rider.sessionId,
      key: randomUUID(),
      body: { paymentMethodId: await renting.addCard(rider, 'declined') },
    });
    await renting.settle();
    expect((await orderOf(id)).status).toBe('unpaid');
    expect(await kinds()).toEqual(['chargerOut', 'returned', 'unpaid']);

    await pass(25 * hour);
    expect(await one('unpaidReminder')).toMatchObject({ order: { id }, amount: usd(200) });
    await pass(2 * 24 * hour);
    expect(await kinds()).toEqual([
      'chargerOut',
      'returned',
      'unpaid',
      'unpaidReminder',
      'unpaidReminder',
    ]);
  });

  test('a rider gets a warning before the capture of the deposit and before the loss, and a notification after each', async () => {
    const { id, startedAt } = await takeOut();
    const due = (hours: number) =>
      new Date(Date.parse(startedAt) + hours * hour * 1000).toISOString();
    await pass(21 * hour);
    expect(await kinds()).toEqual(['chargerOut']);
    await pass(1.5 * hour);
    await pass(0);
    // The push message needs the station, because it shows the time in the time zone of the
    // station.
    expect(await one('depositSoon')).toMatchObject({
      order: { id },
      station: { id: renting.cabinet.stationId },
      amount: usd(2100),
      dueAt: due(24),
    });
    await pass(2 * hour);
    expect(await one('depositCharged')).toMatchObject({ order: { id }, amount: usd(2100) });
    await pass(22 * hour);
    expect(await one('lostSoon')).toMatchObject({
      station: { id: renting.cabinet.stationId },
      amount: usd(3000),
      dueAt: due(48),
    });
    await pass(2 * hour);
    expect(await one('lost')).toMatchObject({ order: { id }, amount: usd(3000) });
    expect(await kinds()).toEqual([
      'chargerOut',
      'depositCharged',
      'depositSoon',
      'lost',
      'lostSoon',
    ]);
  });

  test('after a long stop of the server, riders get no warnings about past events', async () => {
    await takeOut();
    await pass(49 * hour);
    expect(await kinds()).toEqual(['chargerOut', 'depositCharged', 'lost']);
  });

  test('after a short stop of the server, a warning is late but correct', async () => {
    await takeOut();
    await pass(23.5 * hour);
    expect(await kinds()).toEqual(['chargerOut', 'depositSoon']);
  });

  test('a return before a postponed deadline does not notify the rider that the deposit was charged', async () => {
    const { id, slot } = await takeOut();
    const { db } = app.deps;
    const { tariff } = await db
      .selectFrom('rentals')
      .select('tariff')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    // The rental costs more than the whole hold. Without the postponement, the deadline would have passed.
    const dear = { ...tariff, rate: 1500, cap: 20_000, depositCaptureMinutes: 60 };
    await db
      .updateTable('rentals')
      .set({ tariff: JSON.stringify(dear), moved_seconds: hour })
      .where('id', '=', id)
      .execute();
    await pass(1.5 * hour);
    await renting.bringBack(slot ?? 0);
    expect(await kinds()).toEqual(['chargerOut', 'returned']);
    expect((await one('returned')).amount?.amount).toBeGreaterThan(2100);
  });

  test('a late return notifies the rider about the refund of a part of the deposit', async () => {
    const { slot } = await takeOut();
    await pass(24.5 * hour);
    await renting.bringBack(slot ?? 0);
    expect(await kinds()).toEqual(['chargerOut', 'depositCharged', 'refunded', 'returned']);
    const back = await one('returned');
    const refunded = await one('refunded');
    expect(back).toMatchObject({ amount: usd(1200) });
    expect(refunded).toMatchObject({ amount: usd(900), order: back.order });
    await pass(24 * hour);
    expect(await kinds()).toHaveLength(4);
  });

  test("a rider gets a notification of support's answer, and another after the refund is made", async () => {
    const card = await renting.addCard(rider);
    const { id } = await disputed(card, { kind: 'refund', amount: 150 });
    expect(await one('caseAnswered')).toMatchObject({
      order: { id },
      outcome: 'refunded',
      amount: usd(150),
    });
    expect((await all('refunded')).map(({ amount }) => amount?.amount)).toEqual([150]);
    await disputed(card, { kind: 'none' });
    const [latest] = await all('caseAnswered');
    expect(latest).toMatchObject({ outcome: 'rejected', amount: null });
    expect(await all('refunded')).toHaveLength(1);
  });

  test('an answered watch notifies a rider, while a guest queries the watch by its id', async () => {
    const stationId = await addStation(database.db);
    const wait = (session?: string) =>
      app.call(paths.watches, {
        method: 'POST',
        body: { stationId, wants: 'charger' },
        ...(session !== undefined && { session }),
      });
    await wait(rider.sessionId);
    // Guests may make this call, so a call with an expired session must succeed, too.
    expect([(await wait()).status, (await wait('x'.repeat(43))).status]).toEqual([201, 201]);
    const keeper = new WatchKeeper(app.deps);
    keeper.start();
    await database.db
      .updateTable('stations')
      .set({ chargers: 1 })
      .where('id', '=', stationId)
      .execute();
    app.deps.changes.emit('station', stationId);
    await keeper.stop();
    // A charger is available now, and the answer to the request shows this at once.
    expect((await wait(rider.sessionId)).body).toMatchObject({ availableAt: expect.any(String) });
    expect(await kinds()).toEqual(['available']);
    expect(await one('available')).toMatchObject({
      station: { id: stationId, name: 'Corner Café' },
      wants: 'charger',
      order: null,
    });
  });

  test('a top-up, a coupon and an invite notify the rider who gets the money', async () => {
    const card = await renting.addCard(rider);
    const post = (path: string, body: unknown) =>
      app.call(path, { method: 'POST', session: rider.sessionId, key: randomUUID(), body });
    await post(paths.topUps, { amount: usd(2000), bonus: usd(400), paymentMethodId: card });
    await app.deps.outbox.idle();
    expect(await one('toppedUp')).toMatchObject({
      amount: usd(2000),
      bonus: usd(400),
      order: null,
    });
    await post(paths.walletRefund, {});
    await app.deps.outbox.idle();
    expect(await one('refunded')).toMatchObject({ amount: usd(2000), order: null });

    const code = randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase();
    await addCoupon(database.db, { code, kind: 'goCash', amount: 500 });
    expect((await post(paths.coupons, { code })).status).toBe(201);
    expect(await one('coupon')).toMatchObject({ amount: usd(500) });

    const friend = await signUpInvited(rider.user.inviteCode);
    expect(await one('referralReward')).toMatchObject({ amount: usd(200) });
    expect(await listNotifications(friend)).toMatchObject([
      { kind: 'referralReward', amount: usd(200) },
    ]);
  });

  test('a rollback sends no notification, and a repeated event sends no second notification', async () => {
    const notifyRider = (fails: boolean) =>
      transact(app.deps, async (work) => {
        await notify(work, { userId: rider.userId, kind: 'coupon', key: rider.userId });
        if (fails) throw new Error('the power fails');
      });
    await expect(notifyRider(true)).rejects.toThrow('the power fails');
    expect(await kinds()).toEqual([]);
    await notifyRider(false);
    await notifyRider(false);
    expect(await kinds()).toEqual(['coupon']);
  });

  test('the outbox gets one job for each notification that goes to devices, and none for the others', async () => {
    await renting.rent(rider, await renting.addCard(rider), 2);
    const list = await listNotifications();
    const jobs = await database.db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'notification.deliver')
      .execute();
    const handed = new Set(jobs.map(({ payload }) => JSON.stringify(payload)));
    const kindsHanded = list
      .filter(({ id }) => handed.has(JSON.stringify({ notificationId: id })))
      .map(({ kind }) => kind);
    expect(kindsHanded.toSorted()).toEqual(['chargerOut', 'returned']);
  });

  async function listNotifications({ sessionId: session }: Rider = rider): Promise<Notification[]> {
    const { body } = await app.call(`${paths.notifications}?limit=100`, { session });
    return NotificationList.parse(body).notifications;
  }

  /** Sorts the kinds, because notifications with the same time come in any order. */
  async function kinds(): Promise<string[]> {
    return (await listNotifications()).map(({ kind }) => kind).sort();
  }

  async function all(kind: Notification['kind']): Promise<Notification[]> {
    return (await listNotifications()).filter((one) => one.kind === kind);
  }

  async function one(kind: Notification['kind']): Promise<Notification> {
    const [first, ...more] = await all(kind);
    if (!first || more.length > 0)
      throw new Error(`${kind} was sent ${more.length + 1} times or 0`);
    return first;
  }

  async function takeOut(): Promise<{ id: string; slot: number | null; startedAt: string }> {
    const card = await renting.addCard(rider);
    const { id, slot } = Order.parse((await renting.start(rider, card)).body);
    await renting.settle();
    return { id, slot, startedAt: (await orderOf(id)).startedAt ?? '' };
  }

  async function pass(seconds: number): Promise<void> {
    app.deps.clock.advance(seconds);
    renting.cabinet.heartbeat();
    await timers.runDue();
    await renting.settle();
  }

  async function orderOf(id: string): Promise<Order> {
    const session = rider.sessionId;
    return Order.parse((await app.call(fillPath(paths.order, { id }), { session })).body);
  }

  async function orderStates(): Promise<string[]> {
    const rows = await database.db
      .selectFrom('rentals')
      .select('state')
      .where('user_id', '=', rider.userId)
      .orderBy('created_at', 'desc')
      .execute();
    return rows.map(({ state }) => state);
  }

  async function disputed(card: string, outcome: CaseOutcome): Promise<Order> {
    const order = await renting.rent(rider, card, 90);
    await app.call(fillPath(paths.dispute, { id: order.id }), {
      method: 'POST',
      session: rider.sessionId,
      key: randomUUID(),
      body: { reason: 'wrongAmount' },
    });
    const act = actOfAda();
    await transact(app.deps, (work) => closeDispute(work, order.number, outcome, act));
    await transact(app.deps, (work) => closeDispute(work, order.number, outcome, act));
    await renting.settle();
    return order;
  }

  async function signUpInvited(inviteCode: string): Promise<Rider> {
    const phone = freshPhone();
    const asked = await app.call(paths.codes, { method: 'POST', body: { phone, language: 'en' } });
    const { requestId } = CodeIssued.parse(asked.body);
    const answer = await app.call(fillPath(paths.verifyCode, { requestId }), {
      method: 'POST',
      body: { code: app.sms.codeFor(phone), inviteCode },
    });
    const { sessionId, user } = SignedIn.parse(answer.body);
    return { sessionId, user, phone, userId: '' };
  }
});
