import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../db/database.ts';
import { giveCoupon } from '../../../testing/coupons.ts';
import { createTestDatabase, forEachEngine } from '../../../testing/database.ts';
import type { FakeCardBehaviour } from '../../../testing/payments/fakePayments.ts';
import type { FakeCabinet } from '../../../testing/cabinets/fakeCabinet.ts';
import { RentalWorld, type TestRider } from '../../../testing/rentalWorld.ts';
import { changeTestTariff } from '../../../testing/stations.ts';
import { auditLedger } from '../../audit/auditLedger.ts';
import { findOrder } from '../../orders/findOrders.ts';
import { applyMinimumCharges } from './minimumCharges.ts';

const hour = 60 * 60;
const usd = (amount: number) => ({ amount, currency: 'USD' });

forEachEngine((engine) => {
  let database: OpenDatabase;
  let world: RentalWorld;
  let home: FakeCabinet;
  let away: FakeCabinet;
  let rider: TestRider;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    world = await RentalWorld.on(database.db);
    home = await world.addCabinet(['c1', null]);
    away = await world.addCabinet([null, null]);
    rider = await world.addRider(['pays', 'failsLater']);
  });
  afterAll(() => database.close());

  const setMinimum = async (minimum: number) => {
    world.payments.minimum = minimum;
    await applyMinimumCharges(world.deps);
  };
  const setDeposit = async (deposit: number) => {
    await changeTestTariff(database.db, { minimumCharge: world.payments.minimum, deposit });
  };
  const begin = async (habit: FakeCardBehaviour = 'pays') => {
    const id = await world.start(rider, home, habit);
    await world.settle();
    return world.rental(id);
  };
  const bringBack = async (id: string, seconds: number) => {
    await world.pass(seconds);
    away.push('c1');
    await world.settle();
    return world.rental(id);
  };
  const orderOf = (id: string) => findOrder(database.db, rider.userId, id, world.clock.now());
  const booksAreRight = async () => expect(await auditLedger(database.db)).toEqual([]);

  test('an unlock fee below the minimum charge is held with the deposit @slow', async () => {
    await setMinimum(50);
    await giveCoupon(database.db, rider.userId, { amount: 60 });
    const { id, number, state } = await begin();
    expect(state).toBe('charging');
    expect(world.payments.heldOf(number)).toBe(2040);

    expect(await bringBack(id, 1.5 * hour)).toMatchObject({ state: 'complete', total: 240 });
    expect(world.payments.netCapturedOf(number)).toBe(240);
    expect(world.payments.heldOf(number)).toBe(0);
    expect(await orderOf(id)).not.toHaveProperty('waived');
    await booksAreRight();
  });

  test('a bill below the minimum charge is waived: the order shows it, and the rider can rent again', async () => {
    await setMinimum(50);
    await giveCoupon(database.db, rider.userId, { amount: 270 });
    const { id, number } = await begin();
    expect(await bringBack(id, 1.5 * hour)).toMatchObject({ state: 'complete', total: 0 });
    expect(world.payments.netCapturedOf(number) + world.payments.heldOf(number)).toBe(0);
    expect(await orderOf(id)).toMatchObject({
      status: 'complete',
      lines: [
        { kind: 'unlockFee', amount: usd(100) },
        { kind: 'usage', amount: usd(200) },
        { kind: 'coupon', amount: usd(-270) },
      ],
      waived: usd(30),
      total: usd(0),
      due: usd(0),
    });
    const notification = await database.db
      .selectFrom('notifications')
      .select('details')
      .where('kind', '=', 'returned')
      .executeTakeFirstOrThrow();
    expect(notification.details).toMatchObject({ amount: usd(0) });
    await booksAreRight();
  });

  test('without a deposit, a fee below the minimum charge is not held, but charged with the bill @slow', async () => {
    await setMinimum(50);
    await setDeposit(0);
    await giveCoupon(database.db, rider.userId, { amount: 60 });
    const { id, number, state } = await begin();
    expect(state).toBe('charging');
    expect(world.payments.heldOf(number)).toBe(0);
    expect(await bringBack(id, 1.5 * hour)).toMatchObject({ state: 'complete', total: 240 });
    expect(world.payments.netCapturedOf(number)).toBe(240);
    await booksAreRight();
  });

  test('without a deposit, only the fee is held, and the rest of the bill is charged at the end @slow', async () => {
    await setMinimum(50);
    await setDeposit(0);
    const { id, number } = await begin();
    expect(world.payments.heldOf(number)).toBe(100);
    expect(world.payments.netCapturedOf(number)).toBe(0);
    expect(await bringBack(id, 1.5 * hour)).toMatchObject({ state: 'complete', total: 300 });
    expect(world.payments.netCapturedOf(number)).toBe(300);
    await booksAreRight();
  });

  test('a rest below the minimum charge is waived after the whole hold was captured', async () => {
    await setMinimum(250);
    await setDeposit(400);
    const { id, number } = await begin();
    expect(world.payments.heldOf(number)).toBe(500);
    expect(await bringBack(id, 5.5 * hour)).toMatchObject({ state: 'complete', total: 500 });
    expect(world.payments.netCapturedOf(number)).toBe(500);
    expect(world.payments.heldOf(number)).toBe(0);
    await booksAreRight();
  });

  test('the start of the server settles an unpaid bill below the minimum charge, and leaves a higher bill unpaid @slow', async () => {
    await giveCoupon(database.db, rider.userId, { amount: 270 });
    const small = await begin('failsLater');
    expect(await bringBack(small.id, 1.5 * hour)).toMatchObject({ state: 'unpaid', total: 30 });
    const other = await world.addRider(['failsLater']);
    const next = await world.addCabinet(['c2']);
    const large = await world.start(other, next, 'failsLater');
    await world.settle();
    await world.pass(1.5 * hour);
    away.push('c2');
    await world.settle();
    expect(await world.rental(large)).toMatchObject({ state: 'unpaid', total: 300 });

    await setMinimum(50);
    await setMinimum(50);
    expect(await world.rental(small.id)).toMatchObject({ state: 'complete', total: 0 });
    expect(await world.rental(large)).toMatchObject({ state: 'unpaid', total: 300 });
    await booksAreRight();
  });

  test('the rest of a bill is waived again after the bill of a loss was corrected @slow', async () => {
    await setMinimum(1001);
    await setDeposit(1900);
    const { id, number } = await begin();
    await world.pass(24 * hour);
    await world.pass(23 * hour);
    away.push('c1');
    away.isConnected = false;
    await world.pass(hour);
    expect(await world.rental(id)).toMatchObject({ state: 'lost', total: 2000 });
    expect(await orderOf(id)).toMatchObject({ waived: usd(1000) });
    away.isConnected = true;
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 2000 });
    expect(await orderOf(id)).toMatchObject({ waived: usd(100) });
    expect(world.payments.netCapturedOf(number)).toBe(2000);
    await booksAreRight();
  });

  test('the rest of the bill of a found charger is waived, and is waived again after a cabinet reports an earlier return', async () => {
    await setMinimum(1001);
    await setDeposit(1900);
    const { id, number } = await begin();
    await world.pass(24 * hour);
    await world.pass(23 * hour);
    away.push('c1');
    away.isConnected = false;
    await world.pass(hour);
    expect(await world.rental(id)).toMatchObject({ state: 'lost' });
    home.push('c1');
    await world.settle();
    expect((await world.rental(id)).found_at).not.toBeNull();
    expect(await orderOf(id)).toMatchObject({ waived: usd(100) });
    away.isConnected = true;
    await world.settle();
    expect((await world.rental(id)).returned_at).not.toBeNull();
    expect(await orderOf(id)).toMatchObject({ status: 'complete', waived: usd(100) });
    expect(world.payments.netCapturedOf(number)).toBe(2000);
    await booksAreRight();
  });
});
