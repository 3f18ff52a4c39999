import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillPath, paths } from '../../../contract/paths.ts';
import { RiderData } from '../../../contract/profile.ts';
import { Reservation, Reservations, type ReservationKind } from '../../../contract/reservations.ts';
import { tileOf } from '../../../contract/rules/places/tiles.ts';
import { Station, StationSearchResult, StationTile } from '../../../contract/stations.ts';
import { Watch } from '../../../contract/watches.ts';
import { Order } from '../../../contract/orders.ts';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { addStation } from '../../testing/stations.ts';
import { RentalTimers } from '../rental/timers.ts';

const minute = 60;

forEachEngine((engine) => {
  let app: TestApp;
  let cafe: Renting;
  let rider: Rider;
  let other: Rider;

  beforeAll(async () => {
    app = await startTestApp({ engine, payments: new FakePayments() });
    registerOrderJobs(app.deps);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    cafe = await Renting.at(app);
    [rider, other] = [await signUp(app), await signUp(app)];
  });

  const ask = ({ sessionId: session }: Rider, kind: ReservationKind, at: Renting | string = cafe) =>
    app.call(paths.reservations, {
      method: 'POST',
      session,
      key: randomUUID(),
      body: { kind, stationId: typeof at === 'string' ? at : at.cabinet.stationId },
    });
  const reserve = async (by: Rider, kind: ReservationKind, at?: Renting) =>
    Reservation.parse((await ask(by, kind, at)).body);
  const cancel = ({ sessionId: session }: Rider, id: string) =>
    app.call(fillPath(paths.reservation, { id }), { method: 'DELETE', session });
  const current = async ({ sessionId: session }: Rider) =>
    Reservations.parse((await app.call(paths.reservations, { session })).body);
  const findStation = async (at = cafe) => {
    const path = fillPath(paths.station, { id: at.cabinet.stationId });
    return Station.parse((await app.call(path)).body);
  };
  const counts = async (at?: Renting) => {
    const { chargers, freeSlots } = await findStation(at);
    return { chargers, freeSlots };
  };
  /** The station as the map shows it. */
  const onMap = async () => {
    const { lat, lng } = await findStation();
    const { x, y } = tileOf(lat, lng, 16);
    const tile = await app.call(fillPath(paths.stationTile, { z: 16, x, y }));
    const { stations } = StationTile.parse(tile.body);
    return stations.find(({ id }) => id === cafe.cabinet.stationId);
  };
  /** Advances the clock. The cabinet sends a heartbeat, so that it stays online. */
  const pass = async (minutes: number, at = cafe) => {
    app.deps.clock.advance(minutes * minute);
    at.cabinet.heartbeat();
    await at.settle();
  };
  /** Starts a rental, and waits until the charger is out. */
  const rent = async (by: Rider, at = cafe) => {
    const order = Order.parse((await at.start(by, await at.addCard(by))).body);
    await at.settle();
    return order;
  };

  test('a reservation lowers the count for everybody, until it expires', async () => {
    const made = await reserve(rider, 'charger');
    expect(made).toMatchObject({ kind: 'charger', stationName: 'Corner Café' });
    expect(await counts()).toEqual({ chargers: 2, freeSlots: 1 });
    const path = `${paths.stationSearch}?q=${cafe.cabinet.stationId}`;
    const { stations } = StationSearchResult.parse((await app.call(path)).body);
    expect(stations).toMatchObject([{ chargers: 2 }]);
    expect(await onMap()).toMatchObject({ chargers: 2 });
    expect(await current(rider)).toMatchObject({
      charger: made,
      slot: null,
      minutes: { charger: 10, slot: 10 },
    });
    expect(await current(other)).toMatchObject({ charger: null, slot: null });

    app.deps.clock.advance(10 * minute);
    expect(await counts()).toEqual({ chargers: 3, freeSlots: 1 });
    expect(await onMap()).toMatchObject({ chargers: 3 });
    expect(await current(rider)).toMatchObject({ charger: null });
  });

  test('a rider has one reservation of a charger at a time, and can cancel it', async () => {
    const { id } = await reserve(rider, 'charger');
    expect(await ask(rider, 'charger', await Renting.at(app))).toMatchObject({
      status: 409,
      body: { code: 'alreadyReserved' },
    });
    expect(await cancel(other, id)).toMatchObject({
      status: 404,
      body: { code: 'reservationNotFound' },
    });
    expect((await cancel(rider, id)).status).toBe(204);
    expect((await cancel(rider, id)).status).toBe(204);
    expect(await counts()).toMatchObject({ chargers: 3 });
    expect((await ask(rider, 'charger')).status).toBe(201);
  });

  test('concurrent calls of a rider make one reservation', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(rider, 'charger')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await counts()).toMatchObject({ chargers: 2 });
  });

  test('if several riders reserve the last charger at the same time, exactly one gets it', async () => {
    for (const one of [await signUp(app), await signUp(app)]) await reserve(one, 'charger');
    const riders = await Promise.all(Array.from({ length: 4 }, () => signUp(app)));
    const answers = await Promise.all(riders.map((one) => ask(one, 'charger')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect({ status, body }).toMatchObject({ status: 409, body: { code: 'noChargers' } });
    }
    expect(await counts()).toMatchObject({ chargers: 0 });
  });

  test('a rental and a reservation cannot get the same last charger', async () => {
    for (const one of [await signUp(app), await signUp(app)]) await reserve(one, 'charger');
    const card = await cafe.addCard(other);
    const [reserved, started] = await Promise.all([ask(rider, 'charger'), cafe.start(other, card)]);
    expect([reserved.status === 201, started.status === 202].filter(Boolean)).toHaveLength(1);
    await cafe.settle();
    expect(await counts()).toMatchObject({ chargers: 0 });
  });

  test('a reserved charger is only for the rider who reserved it, and the rental of this rider uses the reservation', async () => {
    for (const one of [rider, await signUp(app), await signUp(app)]) await reserve(one, 'charger');
    const card = await cafe.addCard(other);
    expect(await cafe.start(other, card)).toMatchObject({
      status: 409,
      body: { code: 'noChargers' },
    });
    await rent(rider);
    expect(await current(rider)).toMatchObject({ charger: null });
    expect(await counts()).toEqual({ chargers: 0, freeSlots: 2 });
    await pass(10);
    expect(await counts()).toMatchObject({ chargers: 2 });
    expect((await cafe.start(other, card)).status).toBe(202);
  });

  test('after a declined card, the reservation is active again until it expires, and a second try uses it', async () => {
    for (const one of [rider, await signUp(app), await signUp(app)]) await reserve(one, 'charger');
    const { charger: before } = await current(rider);
    const refused = Order.parse(
      (await cafe.start(rider, await cafe.addCard(rider, 'declined'))).body,
    );
    await cafe.settle();
    const { sessionId: session } = rider;
    const failed = await app.call(fillPath(paths.order, { id: refused.id }), { session });
    expect(failed.body).toMatchObject({ state: 'failed' });
    expect(await current(rider)).toMatchObject({ charger: before });
    expect(await counts()).toMatchObject({ chargers: 0 });
    expect(await cafe.start(other, await cafe.addCard(other))).toMatchObject({
      body: { code: 'noChargers' },
    });
    await rent(rider);
    expect(await current(rider)).toMatchObject({ charger: null });
    expect(await counts()).toMatchObject({ chargers: 0 });
  });

  test('after a declined card, an expired reservation does not come back', async () => {
    await reserve(rider, 'charger');
    await pass(9);
    const { id } = Order.parse(
      (await cafe.start(rider, await cafe.addCard(rider, 'wantsAction'))).body,
    );
    await cafe.settle();
    await pass(6);
    await new RentalTimers(app.deps).runDue();
    await cafe.settle();
    const { sessionId: session } = rider;
    const failed = await app.call(fillPath(paths.order, { id }), { session });
    expect(failed.body).toMatchObject({ state: 'failed' });
    expect(await current(rider)).toMatchObject({ charger: null });
    expect(await counts()).toMatchObject({ chargers: 3 });
  });

  test('the number of unused reservations within a day is limited, and used reservations do not count', async () => {
    await reserve(rider, 'charger');
    const { slot } = await rent(rider);
    await cafe.bringBack(slot ?? 0);
    for (let unused = 0; unused < 2; unused++) {
      await cancel(rider, (await reserve(rider, 'charger')).id);
    }
    await reserve(rider, 'charger');
    await pass(10);
    const refused = { status: 409, body: { code: 'reservationLimit' } };
    expect(await ask(rider, 'charger')).toMatchObject(refused);
    await pass(24 * 60);
    expect((await ask(rider, 'charger')).status).toBe(201);
  });

  test('a rider with a rental reserves a free slot, and the return uses it', async () => {
    expect(await ask(rider, 'slot')).toMatchObject({ status: 409, body: { code: 'noChargerOut' } });
    const { slot } = await rent(rider);
    expect(await ask(rider, 'charger')).toMatchObject({
      status: 409,
      body: { code: 'ongoingOrder' },
    });
    await reserve(rider, 'slot');
    expect(await counts()).toEqual({ chargers: 2, freeSlots: 1 });
    await cafe.bringBack(slot ?? 0);
    expect(await current(rider)).toMatchObject({ slot: null });
    expect(await counts()).toEqual({ chargers: 3, freeSlots: 1 });
    const { sessionId: session } = rider;
    const { reservations } = RiderData.parse((await app.call(paths.myData, { session })).body);
    expect(reservations).toMatchObject([{ kind: 'slot', isUsed: true }]);
  });

  test('a reserved slot never blocks a return, and a return elsewhere ends the reservation @slow', async () => {
    const gym = await Renting.at(app);
    const mine = await rent(rider, gym);
    const theirs = await rent(other, gym);
    await reserve(rider, 'slot');
    expect(await counts()).toEqual({ chargers: 3, freeSlots: 0 });
    expect(await ask(other, 'slot')).toMatchObject({ status: 409, body: { code: 'noFreeSlots' } });
    cafe.cabinet.push(`${gym.cabinet.stationId}-${theirs.slot}`);
    await cafe.settle();
    const { sessionId: session } = other;
    const returned = await app.call(fillPath(paths.order, { id: theirs.id }), { session });
    expect(returned.body).toMatchObject({ returnStation: { id: cafe.cabinet.stationId } });
    expect(await current(rider)).toMatchObject({ slot: { stationId: cafe.cabinet.stationId } });
    await gym.bringBack(mine.slot ?? 0);
    expect(await current(rider)).toMatchObject({ slot: null });
    expect(await counts()).toEqual({ chargers: 4, freeSlots: 0 });
  });

  test('riders can reserve nothing at an unknown or offline station', async () => {
    expect(await ask(rider, 'charger', '2222222')).toMatchObject({
      status: 404,
      body: { code: 'stationNotFound' },
    });
    expect(await ask(rider, 'charger', 'nonsense')).toMatchObject({ status: 400 });
    const offline = await addStation(app.deps.db, { online: false, chargers: 3 });
    expect(await ask(rider, 'charger', offline)).toMatchObject({
      status: 409,
      body: { code: 'stationOffline' },
    });
    // The cabinet is silent, but the server has not marked it as offline yet.
    app.deps.clock.advance(2 * minute);
    expect(await ask(rider, 'charger')).toMatchObject({ body: { code: 'stationOffline' } });
  });

  test('a watch does not count a charger that another rider has reserved', async () => {
    for (const one of [rider, await signUp(app), await signUp(app)]) await reserve(one, 'charger');
    const body = { stationId: cafe.cabinet.stationId, wants: 'charger' };
    const watch = Watch.parse((await app.call(paths.watches, { method: 'POST', body })).body);
    expect(watch.availableAt).toBeNull();
  });

  test('the deletion of an account ends its reservations', async () => {
    await reserve(rider, 'charger');
    const { sessionId: session } = rider;
    expect((await app.call(paths.me, { method: 'DELETE', session })).status).toBe(204);
    expect(await counts()).toMatchObject({ chargers: 3 });
  });

  test('a repeated call with the same key gets the same reservation', async () => {
    const call = {
      method: 'POST',
      session: rider.sessionId,
      key: randomUUID(),
      body: { kind: 'charger', stationId: cafe.cabinet.stationId },
    };
    const first = await app.call(paths.reservations, call);
    expect(first.status).toBe(201);
    expect(await app.call(paths.reservations, call)).toMatchObject({
      status: 201,
      body: first.body,
    });
  });
});

forEachEngine((engine) => {
  test('the operator can switch reservations off', async () => {
    const env = { RESERVE_CHARGER_MINUTES: '0' };
    const app = await startTestApp({ engine, env });
    const { sessionId: session } = await signUp(app);
    const stationId = await addStation(app.deps.db, { chargers: 3 });
    const body = { kind: 'charger', stationId };
    const options = { method: 'POST', session, key: randomUUID(), body };
    expect(await app.call(paths.reservations, options)).toMatchObject({
      status: 409,
      body: { code: 'reservationsOff' },
    });
    await app.close();
  });
});
