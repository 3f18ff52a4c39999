import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { billFound, billRental, type Tariff } from '../../../contract/rules/pricing/pricing.ts';
import { NewClaim } from '../../../contract/claims.ts';
import type { OpenDatabase } from '../../db/database.ts';
import type { FakeCabinet } from '../../testing/cabinets/fakeCabinet.ts';
import { createTestDatabase, forEachEngine } from '../../testing/database.ts';
import { RentalWorld, type TestRider } from '../../testing/rentalWorld.ts';
import { changeTestTariff, testTariff } from '../../testing/stations.ts';
import { transact } from '../../db/unitOfWork.ts';
import { lockRental } from '../rentalRecords/rentals.ts';
import { claimReturn } from './claims/claimReturn.ts';
import { resumeClock } from './claims/decideClaim.ts';
import { reportFaulty } from './faulty/reportFaulty.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { holdBackCharger } from '../cabinets/heldChargers.ts';
import { findOrder } from '../orders/findOrders.ts';

const hour = 60 * 60;
const day = 24 * hour;

forEachEngine((engine) => {
  let database: OpenDatabase;
  let world: RentalWorld;
  let home: FakeCabinet;
  let rider: TestRider;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    world = await RentalWorld.on(database.db);
    home = await world.addCabinet(['c1', null]);
    rider = await world.addRider();
  });
  afterAll(() => database.close());

  const lose = async () => {
    const id = await world.start(rider, home);
    await world.settle();
    await world.pass(48 * hour);
    await world.settle();
    const rental = await world.rental(id);
    expect(rental).toMatchObject({ state: 'lost', total: 3000 });
    return rental;
  };
  const comesBack = async () => {
    home.push('c1');
    await world.settle();
    await world.settle();
  };
  const charger = async () => {
    const row = await database.db
      .selectFrom('chargers')
      .select('state')
      .where('serial', '=', 'c1')
      .executeTakeFirstOrThrow();
    return row.state;
  };
  const detailsOf = async (kind: 'found' | 'refunded') => {
    const rows = await database.db
      .selectFrom('notifications')
      .select('details')
      .where('user_id', '=', rider.userId)
      .where('kind', '=', kind)
      .execute();
    return rows.map(({ details }) => details);
  };
  const booksAreRight = async () => expect(await auditLedger(database.db)).toEqual([]);

  test('when a lost charger comes back, the rider gets the fee back once, and the charger is quarantined', async () => {
    const { id, number } = await lose();
    await world.pass(10 * day);
    await comesBack();
    expect(world.payments.netCapturedOf(number)).toBe(2100);
    const order = await findOrder(database.db, rider.userId, id, world.clock.now());
    expect(order).toMatchObject({
      status: 'complete',
      returnedAt: null,
      foundAt: expect.any(String),
      lines: [
        { kind: 'unlockFee', amount: { amount: 100 } },
        { kind: 'usage', amount: { amount: 2000 } },
      ],
      total: { amount: 2100 },
      paid: { amount: 2100 },
    });
    expect(await charger()).toBe('quarantined');
    expect(await world.cases()).toEqual([`foundAfterLoss:${id}`]);
    expect(await detailsOf('found')).toEqual([{ amount: { amount: 2100, currency: 'USD' } }]);
    expect(await detailsOf('refunded')).toHaveLength(1);
    await booksAreRight();

    // A person takes the charger out by hand and pushes it in again.
    home.report();
    await world.settle();
    await comesBack();
    expect(world.payments.netCapturedOf(number)).toBe(2100);
    expect(await detailsOf('found')).toHaveLength(1);
    await booksAreRight();
  });

  test('nobody can rent a charger that was found', async () => {
    await lose();
    await comesBack();
    home.heartbeat();
    await world.settle();
    const another = await world.addRider();
    await expect(world.start(another, home)).rejects.toMatchObject({ code: 'noChargers' });
  });

  test('the rider gets the fee of a lost charger back, even if an operator holds the charger back', async () => {
    const { number } = await lose();
    await transact(world.deps, (work) => holdBackCharger(work, 'c1'));
    await comesBack();
    expect(world.payments.netCapturedOf(number)).toBe(2100);
    await booksAreRight();
    home.heartbeat();
    await world.settle();
    const another = await world.addRider();
    await expect(world.start(another, home)).rejects.toMatchObject({ code: 'noChargers' });
  });

  test('if a lost charger comes back after thirty days, support decides about the fee', async () => {
    const { id, number } = await lose();
    await world.pass(30 * day + hour);
    await comesBack();
    expect(world.payments.netCapturedOf(number)).toBe(3000);
    expect((await world.rental(id)).state).toBe('lost');
    expect(await charger()).toBe('quarantined');
    expect(await world.cases()).toEqual([`lostChargerReturned:${id}`]);
    await booksAreRight();
  });

  test('an ended claim moves the period in which the fee of a found charger is refunded', async () => {
    const id = await world.start(rider, home);
    await world.settle();
    home.isConnected = false;
    await transact(world.deps, (work) =>
      claimReturn(
        work,
        world.deps.settings,
        rider.userId,
        id,
        NewClaim.parse({ kind: 'returned' }),
      ),
    );
    await world.pass(2 * day);
    await transact(world.deps, async (work) => resumeClock(work, await lockRental(work, id)));
    await world.pass(2 * day);
    await world.pass(2 * day);
    const { number, state } = await world.rental(id);
    expect(state).toBe('lost');
    await world.pass(27 * day);
    home.isConnected = true;
    await world.pass(1);
    await comesBack();
    expect((await world.rental(id)).found_at).not.toBeNull();
    expect(world.payments.netCapturedOf(number)).toBe(2100);
    await booksAreRight();
  });

  test('a free rental costs nothing after its lost charger was found', async () => {
    const id = await world.start(rider, home);
    await world.settle();
    await transact(world.deps, (work) => reportFaulty(work, rider.userId, id, {}));
    await world.pass(48 * hour);
    await world.settle();
    const { number } = await world.rental(id);
    expect(world.payments.netCapturedOf(number)).toBe(3000);
    await comesBack();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 0 });
    expect((await world.rental(id)).lines).toContainEqual({ kind: 'faultyCharger', amount: -2100 });
    expect(world.payments.netCapturedOf(number)).toBe(0);
    await booksAreRight();
  });

  test('the tariff of the rental sets how long the fee of a loss is refunded', async () => {
    await changeTestTariff(database.db, { foundDays: 3 });
    const { number } = await lose();
    await world.pass(3 * day + hour);
    await comesBack();
    expect(world.payments.netCapturedOf(number)).toBe(3000);
  });

  test.each(['before', 'after'] as const)(
    'the rider gets the fee back once, even if the answer of the provider is lost %s its effect',
    async (loss) => {
      const { number } = await lose();
      world.payments.lose = () => loss;
      await comesBack();
      world.payments.lose = () => null;
      await world.pass(hour);
      await world.settle();
      expect(world.payments.netCapturedOf(number)).toBe(2100);
      await booksAreRight();
    },
  );

  test.each(['before', 'after'] as const)(
    'a return in time that is reported late corrects the bill of a found charger, even if the answer to the refund was lost %s its effect',
    async (loss) => {
      const offline = await world.addCabinet([null]);
      const id = await world.start(rider, home);
      await world.settle();
      await world.pass(2 * hour);
      // The charger is back in time, but this cabinet has no connection. Then a person takes the charger out by hand.
      offline.isConnected = false;
      offline.push('c1');
      offline.slots.set(1, null);
      await world.pass(46 * hour);
      const { number, state } = await world.rental(id);
      expect(state).toBe('lost');
      world.payments.lose = () => loss;
      await comesBack();
      expect(await world.rental(id)).toMatchObject({ state: 'settling', total: 2100 });

      offline.isConnected = true;
      await world.settle();
      expect(await world.rental(id)).toMatchObject({
        state: 'settling',
        total: 300,
        return_station_id: offline.stationId,
      });
      world.payments.lose = () => null;
      await world.pass(hour);
      await world.settle();
      expect((await world.rental(id)).state).toBe('complete');
      expect(world.payments.netCapturedOf(number)).toBe(300);
      await booksAreRight();
    },
  );
});

test('the bill of a found charger is the bill of the loss without the fee for the loss', () => {
  const amount = fc.integer({ min: 0, max: 5000 });
  const tariffs = fc
    .record({
      unlockFee: amount,
      rate: fc.integer({ min: 1, max: 2000 }),
      cap: fc.integer({ min: 1, max: 5000 }),
      overdueFee: amount,
      more: amount,
      lostMinutes: fc.integer({ min: 1, max: 10_000 }),
    })
    .map(({ more, ...terms }): Tariff => ({
      ...testTariff,
      ...terms,
      graceMinutes: 0,
      lostTotal: terms.unlockFee + more,
    }));
  fc.assert(
    fc.property(tariffs, (tariff) => {
      const until = tariff.lostMinutes * 60_000;
      const lost = billRental(tariff, { startedAt: 0, until, sameStation: false });
      const found = billFound(tariff, 0);
      const fee = lost.lines.find(({ kind }) => kind === 'overdueFee')?.amount ?? 0;
      expect(found.total).toBe(lost.total - fee);
      expect(found.lines.every(({ amount: line }) => line >= 0)).toBe(true);
    }),
  );
});
