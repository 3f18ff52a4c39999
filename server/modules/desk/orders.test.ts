import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpsOrderList, OpsOrderShown } from '../../../contract/operators/orders.ts';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { addPastOrders } from '../../testing/pastOrders.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { addStation } from '../../testing/stations.ts';
import { transact } from '../../db/unitOfWork.ts';
import { openCase } from '../support/cases.ts';

const dayMs = 24 * 60 * 60_000;
const why = 'a test';

forEachEngine((engine) => {
  let app: TestApp;
  let ops: Operators;
  let renting: Renting;
  let north: string;
  let south: string;
  const riders: string[] = [];
  beforeAll(async () => {
    app = await startTestApp({
      engine,
      payments: new FakePayments(),
      env: { OPERATOR_KEY: serverKey },
    });
    registerOrderJobs(app.deps);
    ops = new Operators(app);
    renting = await Renting.at(app);
    const { db, clock } = app.deps;
    [north, south] = [await addStation(db), await addStation(db)];
    for (const [stationId, count] of [
      [north, 5],
      [south, 3],
    ] as const) {
      const { userId, user } = await signUp(app);
      const from = new Date(clock.now().getTime() - 10 * dayMs);
      await addPastOrders(db, { userId, stationId, count, from, every: dayMs });
      riders.push(user.id);
    }
    await db.insertInto('regions').values({ id: 'north', name: 'North' }).execute();
    await db
      .insertInto('venues')
      .values({
        id: 'mall',
        name: 'Mall',
        owner_name: 'An owner',
        region_id: 'north',
        created_at: clock.now(),
      })
      .execute();
    await db.updateTable('stations').set({ venue_id: 'mall' }).where('id', '=', north).execute();
  });
  afterAll(() => app.close());

  const list = async (query = '', key?: string) =>
    OpsOrderList.parse((await ops.call(`orders?${query}`, undefined, key)).body);
  const numbers = async (query: string) => (await list(query)).orders.map(({ number }) => number);

  test('the newest order comes first, and each page continues where the previous page ended', async () => {
    const all = await list('limit=100');
    expect(all.nextCursor).toBeNull();
    expect(all.orders).toHaveLength(8);
    const times = all.orders.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const first = await list('limit=5');
    const second = await list(`limit=5&cursor=${first.nextCursor}`);
    expect([...first.orders, ...second.orders]).toEqual(all.orders);
    expect(second.nextCursor).toBeNull();
  });

  test('filters find the orders of a station, a rider, a charger, a state and a day', async () => {
    const ofNorth = await numbers(`station=${north}`);
    expect(ofNorth).toHaveLength(5);
    expect(await numbers(`rider=${riders[0]}`)).toEqual(ofNorth);
    const [newest] = (await list(`station=${north}`)).orders;
    expect(await numbers(`charger=${newest?.charger}`)).toEqual([newest?.number]);
    expect(await numbers('state=charging')).toEqual([]);
    expect(await numbers(`station=${north}&state=complete`)).toEqual(ofNorth);
    const day = newest?.createdAt.slice(0, 10);
    expect(await numbers(`station=${north}&from=${day}&to=${day}`)).toEqual([newest?.number]);
    expect(await numbers(`station=${north}&to=${day}`)).toEqual(ofNorth);
    expect((await ops.call('orders?cursor=forged')).status).toBe(400);
    expect((await ops.call('orders?station=nonsense')).status).toBe(400);
  });

  test('an order shows its bill and what happened to it @slow', async () => {
    const rider = await signUp(app);
    const rented = await renting.rent(rider, await renting.addCard(rider), 30);
    const { body } = await ops.call(`orders/${rented.number.toLowerCase()}`);
    const shown = OpsOrderShown.parse(body);
    expect(shown).toMatchObject({
      number: rented.number,
      state: 'complete',
      rider: rider.user.id,
      station: renting.cabinet.stationId,
      returnStation: renting.cabinet.stationId,
      total: rented.total,
      paid: rented.paid,
    });
    const entries = shown.timeLine.map(({ by, what }) => `${by} ${what}`);
    expect(entries).toContain('rider ordered');
    expect(entries).toContain('payment requested');
    expect(entries).toContain('cabinet ejected');
    expect(entries).toContain('server rentalEnded');
    expect(JSON.stringify(body)).not.toContain(rider.phone);
    expect(refusalOf(await ops.call('orders/R-0'))).toEqual({ status: 404, code: 'orderNotFound' });
  });

  test('an operator with a limit sees and refunds only orders that began or ended in the region @slow', async () => {
    const key = await ops.add('Sam', 'support');
    expect((await ops.call('operators/Sam/reach', { regions: ['north'], why })).status).toBe(200);
    const [ended = '', foreign = ''] = await numbers(`station=${south}`);
    await app.deps.db
      .updateTable('rentals')
      .set({ return_station_id: north })
      .where('number', '=', ended)
      .execute();
    const ofNorth = await numbers(`station=${north}`);
    expect(ofNorth).toHaveLength(6);
    expect(ofNorth).toContain(ended);
    expect((await list('limit=100', key)).orders.map(({ number }) => number)).toEqual(ofNorth);
    for (const own of ofNorth) {
      expect((await ops.call(`orders/${own}`, undefined, key)).status).toBe(200);
    }
    const forbidden = { status: 403, code: 'regionForeign' };
    for (const path of [`orders/${foreign}`, `orders?station=${south}`]) {
      expect(refusalOf(await ops.call(path, undefined, key))).toEqual(forbidden);
    }
    for (const path of [`orders/${foreign}/refund`, `orders/${foreign}/waive`]) {
      expect(refusalOf(await ops.call(path, { amount: 1, why }, key))).toEqual(forbidden);
    }
    expect(refusalOf(await ops.call('cases', { order: foreign, why }, key))).toEqual(forbidden);
    expect((await ops.call('cases', { order: ended, why }, key)).status).toBe(201);
  });

  test('the time line of an order leaves out other cases about its charger @slow', async () => {
    const rider = await signUp(app);
    const { number } = await renting.rent(rider, await renting.addCard(rider), 30);
    const { charger } = OpsOrderShown.parse((await ops.call(`orders/${number}`)).body);
    await transact(app.deps, (work) =>
      openCase(work, { kind: 'reportedCharger', key: 'another rider', details: { charger } }),
    );
    const { timeLine } = OpsOrderShown.parse((await ops.call(`orders/${number}`)).body);
    expect(timeLine.filter(({ by }) => by === 'case')).toEqual([]);
  });
});
