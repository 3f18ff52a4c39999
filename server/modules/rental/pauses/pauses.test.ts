import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Order } from '../../../../contract/orders.ts';
import { fillPath, paths } from '../../../../contract/paths.ts';
import { RiderData } from '../../../../contract/profile.ts';
import { Reservation, Reservations } from '../../../../contract/reservations.ts';
import { registerOrderJobs } from '../../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../../testing/app.ts';
import { forEachEngine } from '../../../testing/database.ts';
import { FakePayments } from '../../../testing/payments/fakePayments.ts';
import { Renting } from '../../../testing/renting.ts';
import { auditLedger } from '../../audit/auditLedger.ts';
import { RentalTimers } from '../timers.ts';

const minute = 60;
const hour = 60 * minute;

forEachEngine((engine) => {
  let app: TestApp;
  let timers: RentalTimers;
  let gym: Renting;
  let cafe: Renting;
  let rider: Rider;

  beforeAll(async () => {
    app = await startTestApp({ engine, payments: new FakePayments() });
    registerOrderJobs(app.deps);
    timers = new RentalTimers(app.deps);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    [gym, cafe] = [await Renting.at(app), await Renting.at(app)];
    rider = await signUp(app);
  });

  /** Advances the clock. Both cabinets send a heartbeat, so that they stay online. */
  const pass = async (seconds: number, online = [gym, cafe]) => {
    app.deps.clock.advance(seconds);
    for (const at of online) at.cabinet.heartbeat();
    for (const at of online) await at.settle();
    await timers.runDue();
    await app.deps.outbox.idle();
  };
  const rent = async (by: Rider, at = gym) => {
    const order = Order.parse((await at.start(by, await at.addCard(by))).body);
    await at.settle();
    return order;
  };
  const order = async ({ id }: Pick<Order, 'id'>, { sessionId: session } = rider) =>
    Order.parse((await app.call(fillPath(paths.order, { id }), { session })).body);
  const reservations = async () =>
    Reservations.parse((await app.call(paths.reservations, { session: rider.sessionId })).body);
  const reserve = async (at = cafe, by = rider) => {
    const body = { kind: 'slot', stationId: at.cabinet.stationId };
    const options = { method: 'POST', session: by.sessionId, key: randomUUID(), body };
    const answer = await app.call(paths.reservations, options);
    expect(answer).toMatchObject({ status: 201 });
    return Reservation.parse(answer.body);
  };
  /** Another rider returns a charger to the last free slot of the station. */
  const fill = async (at = cafe) => {
    const other = await signUp(app);
    const taken = await rent(other);
    at.cabinet.push(`${gym.cabinet.stationId}-${taken.slot}`);
    await at.settle();
    expect(await order(taken, other)).toMatchObject({ state: 'complete' });
  };
  const press = (rental: Pick<Order, 'id'>, reservationId: string, key: string = randomUUID()) =>
    app.call(fillPath(paths.pause, { id: rental.id }), {
      method: 'POST',
      session: rider.sessionId,
      key,
      body: { reservationId },
    });
  const bringBack = async (rental: Order, at = gym) => {
    at.cabinet.push(`${gym.cabinet.stationId}-${rental.slot}`);
    await at.settle();
    return order(rental);
  };
  /** A running rental, and a reserved slot at a station that is full now. */
  const arrive = async (after = 50 * minute) => {
    const rental = await rent(rider);
    await pass(after);
    const { id } = await reserve();
    await fill();
    return { rental, reservation: id };
  };
  const refused = { status: 409, body: { code: 'notPausable' } };
  const standingSince = async (rental: Order) => (await order(rental)).pauses?.length ?? 0;

  test('the clock of a rental stops at a full station, and the rider pays only for the other time @slow', async () => {
    const { rental, reservation } = await arrive();
    const pressed = Order.parse((await press(rental, reservation)).body);
    const [pause, ...more] = pressed.pauses ?? [];
    expect(more).toEqual([]);
    expect(pause).toMatchObject({ stationId: cafe.cabinet.stationId });
    const { startedAt = '', endsAt = '' } = pause ?? {};
    expect(Date.parse(endsAt) - Date.parse(startedAt)).toBe(20 * 60_000);
    expect(Date.parse(startedAt)).toBeLessThanOrEqual(app.deps.clock.now().getTime());
    expect(await reservations()).toMatchObject({ slot: null });
    expect((await reservations()).expiredSlot).toBeUndefined();
    await pass(29 * minute);
    const back = await bringBack(rental);
    // The rental took 79 minutes, and the rider pays for 59 minutes.
    expect(back).toMatchObject({ state: 'complete', total: { amount: 200 } });
    expect(back.paid).toEqual(back.total);
    const out = Date.parse(back.returnedAt ?? '') - Date.parse(back.startedAt ?? '');
    expect(Math.round(out / 60_000)).toBe(79);
    expect(await auditLedger(app.deps.db)).toEqual([]);
    const { sessionId: session } = rider;
    const data = RiderData.parse((await app.call(paths.myData, { session })).body);
    expect(data.reservations).toMatchObject([{ isUsed: false, wasFull: true }]);
    const day = (at: string | null) => (at ?? '').slice(0, 10);
    const period = { from: day(back.startedAt), to: day(back.returnedAt) };
    const query = new URLSearchParams(period).toString();
    const file = await app.call(`${paths.ordersCsv}?${query}`, { session });
    expect(file.body).toMatch(/Clock stopped \(minutes\)/);
    expect(file.body).toMatch(/,79,20,/);
  });

  test('a return during a pause costs the same as a return at the start of the pause @slow', async () => {
    const { rental, reservation } = await arrive(59 * minute);
    await press(rental, reservation);
    await pass(15 * minute);
    expect(await bringBack(rental)).toMatchObject({ total: { amount: 200 } });
  });

  test('a return before the pause that the cabinet reports late is billed until the return @slow', async () => {
    const rental = await rent(rider);
    await pass(57 * minute);
    const { id } = await reserve();
    await fill();
    await pass(4 * minute, [cafe]);
    gym.cabinet.push(`${gym.cabinet.stationId}-${rental.slot}`);
    app.deps.clock.advance(minute);
    expect((await press(rental, id)).status).toBe(200);
    await pass(15 * minute, [cafe]);
    await gym.settle();
    const back = await order(rental);
    expect(back).toMatchObject({ state: 'complete', total: { amount: 300 } });
    expect(Date.parse(back.returnedAt ?? '')).toBeLessThan(
      Date.parse(back.pauses?.[0]?.startedAt ?? ''),
    );
  });

  test('a station with free slots allows no pause, and its cabinet gets a request for its inventory', async () => {
    const rental = await rent(rider);
    const { id } = await reserve();
    app.gateway.commands.splice(0);
    expect(await press(rental, id)).toMatchObject({
      status: 409,
      body: { code: 'slotsFree', freeSlots: 1, orderId: rental.id },
    });
    expect(await standingSince(rental)).toBe(0);
    expect(await reservations()).toMatchObject({ slot: { id } });
    app.deps.clock.advance(6);
    await app.deps.outbox.idle();
    const { stationId } = cafe.cabinet;
    const commands = app.gateway.commands.filter((sent) => sent.stationId === stationId);
    expect(commands).toMatchObject([{ command: { type: 'inventory' } }]);
  });

  test('a cabinet without a connection counts as full', async () => {
    const rental = await rent(rider);
    const { id } = await reserve();
    await pass(2 * minute, [gym]);
    expect((await press(rental, id)).status).toBe(200);
    expect(await standingSince(rental)).toBe(1);
  });

  test('only the reservation of a slot stops the clock, until five minutes after its expiry @slow', async () => {
    const { rental, reservation } = await arrive();
    expect(await press(rental, randomUUID())).toMatchObject(refused);
    await pass(14 * minute);
    expect(await reservations()).toMatchObject({ slot: null, expiredSlot: { id: reservation } });
    await pass(2 * minute);
    expect((await reservations()).expiredSlot).toBeUndefined();
    expect(await press(rental, reservation)).toMatchObject(refused);
    expect(await standingSince(rental)).toBe(0);
  });

  test('a reservation that just expired stops the clock, and does not count as unused @slow', async () => {
    const { rental, reservation } = await arrive();
    await pass(14 * minute);
    expect((await press(rental, reservation)).status).toBe(200);
    await pass(21 * minute);
    expect(await press(rental, reservation)).toMatchObject(refused);
    const unused = await app.deps.db
      .selectFrom('reservations')
      .select(['was_full', 'is_used'])
      .where('user_id', '=', rider.userId)
      .execute();
    expect(unused).toEqual([{ was_full: true, is_used: false }]);
  });

  test('a cancelled reservation, and a reservation of another rider, do not stop the clock @slow', async () => {
    const { rental, reservation } = await arrive();
    const path = fillPath(paths.reservation, { id: reservation });
    await app.call(path, { method: 'DELETE', session: rider.sessionId });
    expect(await press(rental, reservation)).toMatchObject(refused);
    const other = await signUp(app);
    const theirs = await rent(other);
    const foreign = await reserve(gym, other);
    expect(await press(rental, foreign.id)).toMatchObject(refused);
    expect(await press(theirs, foreign.id)).toMatchObject({ body: { code: 'orderNotFound' } });
    expect(await standingSince(rental)).toBe(0);
  });

  test('a rental has two pauses at most, and full stations do not use up the reservations of a day', async () => {
    const rental = await rent(rider);
    for (let count = 1; count <= 3; count++) {
      const { id } = await reserve();
      await pass(2 * minute, [gym]);
      expect((await press(rental, id)).status).toBe(count <= 2 ? 200 : 409);
      expect(await standingSince(rental)).toBe(Math.min(count, 2));
      await pass(20 * minute);
    }
    expect(await order(rental)).toMatchObject({ state: 'charging', movedSeconds: 40 * minute });
    await reserve();
  });

  test('a repeated press returns the same pause, with the same key and with another key @slow', async () => {
    const { rental, reservation } = await arrive();
    const key = randomUUID();
    const first = Order.parse((await press(rental, reservation, key)).body);
    await pass(minute);
    expect((await press(rental, reservation, key)).body).toEqual(first);
    const again = Order.parse((await press(rental, reservation)).body);
    expect(again.pauses).toEqual(first.pauses);
    expect(again.movedSeconds).toBe(20 * minute);
  });

  test('a second press with a time before the start of the pause returns the same pause', async () => {
    const { rental, reservation } = await arrive();
    const first = Order.parse((await press(rental, reservation)).body);
    app.deps.clock.advance(-1);
    const earlier = await press(rental, reservation);
    app.deps.clock.advance(1);
    expect(earlier.status).toBe(200);
    expect(Order.parse(earlier.body).pauses).toEqual(first.pauses);
  });

  test('concurrent presses, and a cancellation between them, make one pause at most @slow', async () => {
    const { rental, reservation } = await arrive();
    const answers = await Promise.all(Array.from({ length: 4 }, () => press(rental, reservation)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await order(rental)).toMatchObject({ movedSeconds: 20 * minute });
    expect(await standingSince(rental)).toBe(1);
    await pass(21 * minute);
    const next = await reserve(gym);
    await pass(2 * minute, [cafe]);
    const path = fillPath(paths.reservation, { id: next.id });
    const [pressed] = await Promise.all([
      press(rental, next.id),
      app.call(path, { method: 'DELETE', session: rider.sessionId }),
    ]);
    expect(await standingSince(rental)).toBe(pressed.status === 200 ? 2 : 1);
  });

  test('a call that fails before its commit changes nothing, and its repetition makes one pause @slow', async () => {
    const { rental, reservation } = await arrive();
    const key = randomUUID();
    await sql`create function die() returns trigger language plpgsql
      as $$ begin raise exception 'killed'; end $$`.execute(app.deps.db);
    await sql`create trigger die before update on idempotency_keys
      for each row execute function die()`.execute(app.deps.db);
    expect((await press(rental, reservation, key)).status).toBe(500);
    await sql`drop function die cascade`.execute(app.deps.db);
    expect(await order(rental)).not.toHaveProperty('pauses');
    expect(await reservations()).toMatchObject({ slot: { id: reservation } });
    expect((await press(rental, reservation, key)).status).toBe(200);
    expect(await standingSince(rental)).toBe(1);
  });

  test('neither the deposit nor the loss is charged in a pause; both move by the duration of the pause @slow', async () => {
    const { rental, reservation } = await arrive(24 * hour - 5 * minute);
    await press(rental, reservation);
    await pass(24 * minute);
    expect(await order(rental)).toMatchObject({ state: 'charging' });
    await pass(2 * minute);
    expect(await order(rental)).toMatchObject({ state: 'overdue' });
    await pass(23 * hour + 40 * minute);
    const { id } = await reserve(gym);
    await pass(9 * minute, [cafe]);
    expect((await press(rental, id)).status).toBe(200);
    await pass(29 * minute);
    expect(await order(rental)).toMatchObject({ state: 'overdue', total: null });
    const { tariff, total } = await bringBack(rental);
    expect(total?.amount).toBeLessThan(tariff.lostTotal);
    expect(await order(rental)).toMatchObject({ state: 'complete' });
  });

  test('a rental that is not returned is lost after the moved time, with the usual bill of a loss @slow', async () => {
    const { rental, reservation } = await arrive();
    await press(rental, reservation);
    await pass(24 * hour);
    await pass(23 * hour + 29 * minute);
    expect(await order(rental)).toMatchObject({ state: 'overdue' });
    await pass(2 * minute);
    const lost = await order(rental);
    expect(lost.returnedAt).toBeNull();
    expect(lost.lines).toContainEqual(expect.objectContaining({ kind: 'overdueFee' }));
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('an open claim and a pause do not stop the clock twice @slow', async () => {
    const { rental, reservation } = await arrive();
    const claim = ({ id }: Order) =>
      app.call(fillPath(paths.claim, { id }), {
        method: 'POST',
        session: rider.sessionId,
        key: randomUUID(),
        body: { kind: 'cannotReturn' },
      });
    await press(rental, reservation);
    await pass(5 * minute);
    await claim(rental);
    await pass(40 * minute);
    expect(await bringBack(rental)).toMatchObject({ total: { amount: 200 } });
    cafe = await Renting.at(app);
    const second = await arrive();
    expect((await claim(second.rental)).status).toBe(200);
    expect(await press(second.rental, second.reservation)).toMatchObject(refused);
  });

  test('after the return nothing stops the clock any more', async () => {
    const { rental, reservation } = await arrive();
    await bringBack(rental);
    expect(await press(rental, reservation)).toMatchObject(refused);
  });
});

forEachEngine((engine) => {
  test('the operator can switch pauses off', async () => {
    const env = { FULL_STATION_PAUSE_MINUTES: '0' };
    const app = await startTestApp({ engine, env, payments: new FakePayments() });
    registerOrderJobs(app.deps);
    const at = await Renting.at(app);
    const rider = await signUp(app);
    const { sessionId: session } = rider;
    const { id } = Order.parse((await at.start(rider, await at.addCard(rider))).body);
    await at.settle();
    const slot = { kind: 'slot', stationId: at.cabinet.stationId };
    const call = (path: string, body: unknown) =>
      app.call(path, { method: 'POST', session, key: randomUUID(), body });
    const reserved = Reservation.parse((await call(paths.reservations, slot)).body);
    app.deps.clock.advance(2 * minute);
    const { body } = await app.call(paths.reservations, { session });
    expect(body).toMatchObject({ minutes: { pause: 0 } });
    const path = fillPath(paths.pause, { id });
    expect(await call(path, { reservationId: reserved.id })).toMatchObject({
      body: { code: 'notPausable' },
    });
    await app.close();
  });
});
