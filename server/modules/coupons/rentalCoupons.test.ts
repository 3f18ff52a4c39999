import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction, type OpenDatabase, type Trx } from '../../db/database.ts';
import { giveCoupon } from '../../testing/coupons.ts';
import { createTestDatabase, forEachEngine } from '../../testing/database.ts';
import type { FakeCabinet } from '../../testing/cabinets/fakeCabinet.ts';
import { RentalWorld, type TestRider } from '../../testing/rentalWorld.ts';
import { UnitOfWork } from '../../db/unitOfWork.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { findOrder } from '../orders/findOrders.ts';
import { testTariff } from '../../testing/stations.ts';
import { chooseCoupon } from './chooseCoupon.ts';

const minute = 60;
const hour = 60 * minute;

forEachEngine((engine) => {
  let database: OpenDatabase;
  let world: RentalWorld;
  let home: FakeCabinet;
  let other: FakeCabinet;
  let rider: TestRider;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    world = await RentalWorld.on(database.db);
    home = await world.addCabinet(['c1', 'c2', null]);
    other = await world.addCabinet([null, null]);
    rider = await world.addRider();
  });
  afterAll(() => database.close());

  const coupon = (id: string) =>
    database.db
      .selectFrom('rider_coupons')
      .select(['state', 'rental_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const order = (id: string) => findOrder(database.db, rider.userId, id, world.deps.clock.now());

  /** Rents a charger for the given time, and returns it to another cabinet. */
  async function rent(seconds: number, couponId?: string | null): Promise<string> {
    const id = await world.start(rider, home, 'pays', couponId === undefined ? {} : { couponId });
    await world.settle();
    await world.pass(seconds);
    other.push((await world.rental(id)).charger);
    await world.settle();
    return id;
  }

  test('a rental reserves the best coupon, which reduces the hold and the bill, and is then used', async () => {
    await giveCoupon(database.db, rider.userId, { amount: 50 });
    const best = await giveCoupon(database.db, rider.userId, { amount: 150 });
    const id = await world.start(rider, home);
    expect(await coupon(best)).toEqual({ state: 'reserved', rental_id: id });
    expect(await order(id)).toMatchObject({
      coupon: {
        id: best,
        kind: 'amountOff',
        amount: { amount: 150, currency: 'USD' },
        minutes: null,
        minimumTotal: null,
      },
    });
    await world.settle();
    const { number } = await world.rental(id);
    // The hold contains only the deposit, because the coupon covers the whole unlock fee.
    expect(world.payments.heldOf(number)).toBe(2000);
    expect(world.payments.netCapturedOf(number)).toBe(0);

    await world.pass(90 * minute);
    other.push('c1');
    await world.settle();
    expect(await order(id)).toMatchObject({
      state: 'complete',
      total: { amount: 150 },
      coupon: { id: best },
      lines: [
        { kind: 'unlockFee', amount: { amount: 100 } },
        { kind: 'usage', amount: { amount: 200 } },
        { kind: 'coupon', amount: { amount: -150 } },
      ],
    });
    expect(await coupon(best)).toEqual({ state: 'used', rental_id: id });
    expect(world.payments.netCapturedOf(number)).toBe(150);
    expect(world.payments.heldOf(number)).toBe(0);
    expect(await auditLedger(database.db)).toEqual([]);
  });

  test('a rental whose whole cost is covered by the coupon charges nothing', async () => {
    await giveCoupon(database.db, rider.userId, { amount: 1000 });
    const id = await rent(30 * minute);
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 0 });
    expect(world.payments.netCapturedOf((await world.rental(id)).number)).toBe(0);
    expect(await auditLedger(database.db)).toEqual([]);
  });

  test('free minutes are not billed', async () => {
    await giveCoupon(database.db, rider.userId, { kind: 'freeMinutes', minutes: 60 });
    expect(await world.rental(await rent(2 * hour))).toMatchObject({ total: 200 });
  });

  test('a rider can choose no coupon or another coupon', async () => {
    await giveCoupon(database.db, rider.userId, { amount: 200 });
    const small = await giveCoupon(database.db, rider.userId, { amount: 50 });
    expect(await world.rental(await rent(30 * minute, null))).toMatchObject({ total: 200 });
    const id = await rent(30 * minute, small);
    expect(await world.rental(id)).toMatchObject({ total: 150, rider_coupon_id: small });
  });

  test('a coupon that is not usable is refused, and no charger is ejected', async () => {
    const now = world.clock.now();
    const stranger = await world.addRider();
    const wrong = [
      await giveCoupon(database.db, rider.userId, { expires_at: now }),
      await giveCoupon(database.db, stranger.userId),
      await giveCoupon(database.db, rider.userId, { kind: 'goCash' }),
      await giveCoupon(database.db, rider.userId, { minimum_total: 2101 }),
    ];
    for (const couponId of wrong) {
      await expect(world.start(rider, home, 'pays', { couponId })).rejects.toMatchObject({
        code: 'priceChanged',
      });
    }
    expect(await world.rentals()).toEqual([]);
  });

  test('a coupon for the first rental counts once, and undone rentals do not count as the first rental', async () => {
    home.behaviour.jams = true;
    const first = await giveCoupon(database.db, rider.userId, { first_rental_only: true });
    await world.start(rider, home);
    await world.settle();
    expect(await coupon(first)).toEqual({ state: 'available', rental_id: null });
    home.behaviour.jams = false;
    await rent(30 * minute, null);
    await expect(world.start(rider, home, 'pays', { couponId: first })).rejects.toMatchObject({
      code: 'priceChanged',
    });
    expect(await world.rental(await rent(30 * minute))).toMatchObject({ rider_coupon_id: null });
  });

  test('a rental releases its coupon if it ends in the grace time, is lost or costs less than the coupon requires', async () => {
    const mine = await giveCoupon(database.db, rider.userId, { minimum_total: 300 });
    const isBack = async () =>
      expect(await coupon(mine)).toEqual({ state: 'available', rental_id: null });

    // The rental costs less than the coupon's minimum.
    const cheap = await rent(30 * minute);
    expect(await world.rental(cheap)).toMatchObject({ total: 200 });
    expect((await order(cheap)).coupon).toBeNull();
    await isBack();

    // The rider returns this charger to the same cabinet within the grace time.
    const graced = await world.start(rider, home);
    await world.settle();
    expect(await coupon(mine)).toEqual({ state: 'reserved', rental_id: graced });
    await world.pass(2 * minute);
    home.push((await world.rental(graced)).charger);
    await world.settle();
    expect(await world.rental(graced)).toMatchObject({ state: 'complete', total: 0 });
    await isBack();

    // The rider does not return this charger.
    const lost = await world.start(rider, home);
    await world.settle();
    await world.pass(24 * hour);
    await world.pass(24 * hour);
    expect(await world.rental(lost)).toMatchObject({ state: 'lost', total: 3000 });
    await isBack();
    expect(await auditLedger(database.db)).toEqual([]);
  });

  test('a declined hold and an unproven eject release the coupon', async () => {
    const poor = await world.addRider(['noFunds']);
    const theirs = await giveCoupon(database.db, poor.userId);
    await world.start(poor, home, 'noFunds');
    await world.settle();
    expect(await coupon(theirs)).toEqual({ state: 'available', rental_id: null });

    const mine = await giveCoupon(database.db, rider.userId);
    const id = await world.start(rider, home);
    await world.deps.outbox.idle();
    home.inbox.length = 0;
    world.clock.advance(31);
    await world.timers.runDue();
    world.clock.advance(11 * minute);
    await world.timers.runDue();
    expect(await world.rental(id)).toMatchObject({ state: 'review' });
    expect(await coupon(mine)).toEqual({ state: 'available', rental_id: null });
  });

  test('a coupon that expires during its rental still counts for this rental', async () => {
    const soon = new Date(world.clock.now().getTime() + 60_000);
    const mine = await giveCoupon(database.db, rider.userId, { expires_at: soon });
    const id = await rent(30 * minute);
    expect(await world.rental(id)).toMatchObject({ total: 100 });
    expect(await coupon(mine)).toEqual({ state: 'used', rental_id: id });
  });

  test.each([{ usedMeanwhile: false }, { usedMeanwhile: true }])(
    'a lost rental whose charger was returned in time is billed with its coupon, unless another rental used the coupon: %j',
    async ({ usedMeanwhile }) => {
      const mine = await giveCoupon(database.db, rider.userId, { amount: 150 });
      const id = await world.start(rider, home);
      await world.settle();
      const { charger } = await world.rental(id);
      await world.pass(20 * hour);
      // The rider returns the charger to the other cabinet, which is offline. The cabinet reports the return after the
      // loss.
      other.push(charger);
      world.cabinets.splice(world.cabinets.indexOf(other), 1);
      await world.pass(5 * hour);
      await world.pass(24 * hour);
      expect(await world.rental(id)).toMatchObject({ state: 'lost', total: 3000 });
      expect(await coupon(mine)).toMatchObject({ state: 'available' });
      let later: string | null = null;
      if (usedMeanwhile) {
        later = await world.start(rider, home);
        await world.settle();
        await world.pass(30 * minute);
        home.push((await world.rental(later)).charger);
        await world.settle();
        expect(await coupon(mine)).toEqual({ state: 'used', rental_id: later });
      }
      world.cabinets.push(other);
      await world.settle();
      const total = usedMeanwhile ? 1100 : 950;
      expect(await world.rental(id)).toMatchObject({ state: 'complete', total });
      expect(await coupon(mine)).toEqual({ state: 'used', rental_id: later ?? id });
      expect(world.payments.netCapturedOf((await world.rental(id)).number)).toBe(total);
      expect(await auditLedger(database.db)).toEqual([]);
    },
  );

  test('two rentals that begin concurrently never share a coupon', async () => {
    await giveCoupon(database.db, rider.userId);
    const begun = await Promise.allSettled(
      Array.from({ length: 8 }, () => world.start(rider, home)),
    );
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rentals = await world.rentals();
    expect(rentals.filter(({ rider_coupon_id }) => rider_coupon_id)).toHaveLength(1);
  });

  test.skipIf(engine === 'pglite')('a coupon is locked while a rental chooses it', async () => {
    await giveCoupon(database.db, rider.userId);
    const choose = (meanwhile: (trx: Trx) => Promise<unknown>) =>
      inTransaction(database.db, async (trx) => {
        const work = new UnitOfWork(world.deps, trx);
        const found = await chooseCoupon(work, rider.userId, testTariff, undefined);
        await meanwhile(trx);
        if (found) {
          await trx
            .updateTable('rider_coupons')
            .set({ state: 'reserved' })
            .where('id', '=', found.riderCouponId)
            .execute();
        }
        return found;
      });
    let second: Promise<unknown> = Promise.resolve('not begun');
    await choose(async (trx) => {
      second = choose(async () => undefined);
      await Promise.race([second, untilSomebodyWaits(trx)]);
    });
    expect(await second).toBeNull();
  });
});

async function untilSomebodyWaits(trx: Trx): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(trx);
    if (rows.length > 0) return;
  }
}
