import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PayOrder } from '../../../../contract/orders.ts';
import type { OpenDatabase } from '../../../db/database.ts';
import { createTestDatabase, forEachEngine } from '../../../testing/database.ts';
import type { FakeCardBehaviour } from '../../../testing/payments/fakePayments.ts';
import type { FakeCabinet } from '../../../testing/cabinets/fakeCabinet.ts';
import { RentalWorld, type TestRider } from '../../../testing/rentalWorld.ts';
import { transact } from '../../../db/unitOfWork.ts';
import { auditLedger } from '../../audit/auditLedger.ts';
import { payRental } from './payRental.ts';
import { actionBoundMs } from '../rentalLimits.ts';

const minute = 60;
const hour = 60 * minute;

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
    rider = await world.addRider(['pays', 'declined', 'failsLater', 'wantsAction']);
  });
  afterAll(() => database.close());

  const booksAreRight = async () => expect(await auditLedger(database.db)).toEqual([]);
  const begin = (habit: FakeCardBehaviour = 'pays') =>
    world.start(rider, home, habit, { useGoCash: true });
  const goCash = () => world.goCashOf(rider);

  const reasons = async () => {
    const rows = await database.db
      .selectFrom('wallet_movements')
      .select(['reason', 'top_up', 'bonus'])
      .orderBy('id')
      .execute();
    return rows.map(({ reason, top_up, bonus }) => `${reason} ${top_up} ${bonus}`);
  };
  const bringBack = async (id: string, seconds: number) => {
    await world.pass(seconds);
    home.push('c1');
    await world.settle();
    return world.rental(id);
  };

  test('a rider needs a card to pay with GoCash: PayPal does not count, Apple Pay and Google Pay do', async () => {
    const other = await world.addRider(['pays']);
    await world.giveGoCash(other, 5000);
    const own = database.db.updateTable('payment_methods').where('user_id', '=', other.userId);
    await own.set({ kind: 'payPal' }).execute();
    const start = () => world.start(other, home, 'pays', { useGoCash: true });
    await expect(start()).rejects.toMatchObject({ code: 'cardRequired' });
    await own.set({ kind: 'applePay' }).execute();
    await expect(start()).resolves.toBeDefined();
  });

  test('the fee is reserved from GoCash, and paid with the usage at the return; the deposit is voided', async () => {
    await world.giveGoCash(rider, 250, 500);
    const id = await begin();
    await world.deps.outbox.idle();
    const { number } = await world.rental(id);
    expect(await goCash()).toEqual({ topUp: 150, bonus: 500 });
    expect(world.payments.heldOf(number)).toBe(2000);
    await booksAreRight();
    await world.settle();
    expect((await world.rental(id)).state).toBe('charging');
    expect(await feeState(id)).toBe('authorized');

    expect(await bringBack(id, 90 * minute)).toMatchObject({ state: 'complete', total: 300 });
    expect(await goCash()).toEqual({ topUp: 0, bonus: 450 });
    expect(world.payments.heldOf(number) + world.payments.netCapturedOf(number)).toBe(0);
    expect(await reasons()).toEqual([
      'topUp 250 0',
      'topUpBonus 0 500',
      'unlockFee -100 0',
      'usage -150 -50',
    ]);
    await booksAreRight();
  });

  test('a bill above the GoCash balance takes its rest from the deposit', async () => {
    await world.giveGoCash(rider, 0, 150);
    const id = await begin();
    await world.settle();
    const { number, state } = await bringBack(id, 90 * minute);
    expect(state).toBe('complete');
    expect(await goCash()).toEqual({ topUp: 0, bonus: 0 });
    expect(world.payments.netCapturedOf(number)).toBe(150);
    expect(world.payments.heldOf(number)).toBe(0);
    await booksAreRight();
  });

  test('with a balance below the unlock fee, no slot opens and no GoCash is reserved', async () => {
    await world.giveGoCash(rider, 99);
    await expect(begin()).rejects.toMatchObject({ code: 'goCashInsufficient' });
    expect(await world.rentals()).toEqual([]);
    const slot = database.db.selectFrom('slots').select('state').where('charger', '=', 'c1');
    expect(await slot.executeTakeFirst()).toEqual({ state: 'occupied' });
    expect(await goCash()).toEqual({ topUp: 99, bonus: 0 });
  });

  test('a declined deposit releases the fee', async () => {
    await world.giveGoCash(rider, 30, 100);
    const id = await begin('declined');
    await world.settle();
    expect((await world.rental(id)).state).toBe('failed');
    expect(await goCash()).toEqual({ topUp: 30, bonus: 100 });
    expect((await reasons()).slice(2)).toEqual(['unlockFee -30 -70', 'unlockFeeReleased 30 70']);
    await booksAreRight();
  });

  test('a jammed slot, or an eject without an answer, costs nothing', async () => {
    await world.giveGoCash(rider, 1000);
    home.behaviour.jams = true;
    const jammed = await begin();
    await world.settle();
    expect((await world.rental(jammed)).state).toBe('failed');
    expect(await goCash()).toEqual({ topUp: 1000, bonus: 0 });

    const other = await world.addCabinet(['c2']);
    const unanswered = await world.start(rider, other, 'pays', { useGoCash: true });
    world.gateway.copies = () => 0;
    for (let i = 0; i < 14; i++) {
      world.clock.advance(minute);
      await world.timers.runDue();
      await world.deps.outbox.idle();
    }
    expect((await world.rental(unanswered)).state).toMatch(/review|failed/);
    expect(await goCash()).toEqual({ topUp: 1000, bonus: 0 });
    await booksAreRight();
  });

  test('after a return within five minutes, the fee goes back to the portions from which it came', async () => {
    await world.giveGoCash(rider, 40, 60);
    const id = await begin();
    await world.settle();
    expect(await bringBack(id, 4 * minute)).toMatchObject({ state: 'complete', total: 0 });
    expect(await goCash()).toEqual({ topUp: 40, bonus: 60 });
    expect((await reasons()).at(-1)).toBe('unlockFeeReleased 40 60');
    await booksAreRight();
  });

  test('after the deposit is captured, the bill is taken from the deposit', async () => {
    await world.giveGoCash(rider, 3000);
    const id = await begin();
    await world.settle();
    const { number, state } = await bringBack(id, 30 * hour);
    expect(state).toBe('complete');
    // The card pays the cap of a day (1000) and six hours (600). GoCash paid the unlock fee.
    expect(world.payments.netCapturedOf(number)).toBe(1600);
    expect(await goCash()).toEqual({ topUp: 2900, bonus: 0 });
    await booksAreRight();
  });

  test('GoCash pays as much of a loss as it can, and a return that is reported late refunds it', async () => {
    await world.giveGoCash(rider, 500);
    const id = await begin();
    await world.settle();
    await world.listener.onState(home.stationId, { online: false });
    world.clock.advance(2 * hour);
    home.push('c1');
    const withheld = home.log.splice(0);
    world.clock.advance(24 * hour);
    for (let i = 0; i < 3; i++) {
      await world.timers.runDue();
      await world.deps.outbox.idle();
      world.clock.advance(12 * hour);
    }
    const lost = await world.rental(id);
    expect(lost).toMatchObject({ state: 'lost', total: 3000 });
    expect(await goCash()).toEqual({ topUp: 0, bonus: 0 });
    expect(world.payments.netCapturedOf(lost.number)).toBe(2500);
    await booksAreRight();

    home.log.push(...withheld);
    const { bootId, stationId } = home;
    await world.listener.onState(stationId, { online: true, bootId });
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 300 });
    // The server refunds the payment by card first, and then the payment from GoCash.
    expect(world.payments.netCapturedOf(lost.number)).toBe(0);
    expect(await goCash()).toEqual({ topUp: 200, bonus: 0 });
    await booksAreRight();
  });

  const unpaidOrder = async () => {
    const id = await world.start(rider, home, 'failsLater');
    await world.settle();
    const rental = await bringBack(id, 3.5 * hour);
    expect(rental).toMatchObject({ state: 'unpaid', total: 500 });
    return rental;
  };
  const pay = (id: string, order: PayOrder) =>
    transact(world.deps, (work) => payRental(work, rider.userId, id, order));
  const card = (habit: FakeCardBehaviour) => rider.cards.get(habit) ?? '';

  test('GoCash alone pays an unpaid order at once', async () => {
    await world.giveGoCash(rider, 100, 450);
    const { id, number } = await unpaidOrder();
    await pay(id, { paymentMethodId: null, goCash: true });
    expect(await world.rental(id)).toMatchObject({ state: 'complete', payment_failure: null });
    expect(await goCash()).toEqual({ topUp: 0, bonus: 50 });
    expect(world.payments.netCapturedOf(number)).toBe(0);
    await booksAreRight();
    await expect(pay(id, { paymentMethodId: null, goCash: true })).rejects.toMatchObject({
      code: 'notPayable',
    });
  });

  test('the chosen card is not charged if GoCash covers the amount', async () => {
    await world.giveGoCash(rider, 500);
    const { id, number } = await unpaidOrder();
    await pay(id, { paymentMethodId: card('pays'), goCash: true });
    await world.settle();
    expect((await world.rental(id)).state).toBe('complete');
    expect(world.payments.netCapturedOf(number)).toBe(0);
    await booksAreRight();
  });

  test.each([
    [{ paymentMethodId: null, goCash: true }, 'goCashInsufficient'],
    [{ paymentMethodId: null, goCash: false }, 'invalidInput'],
  ])('no payment begins without a payment method for the whole amount: %o', async (order, code) => {
    await world.giveGoCash(rider, 499);
    const { id } = await unpaidOrder();
    await expect(pay(id, order)).rejects.toMatchObject({ code });
    expect((await world.rental(id)).state).toBe('unpaid');
    expect(await goCash()).toEqual({ topUp: 499, bonus: 0 });
  });

  test('a split payment captures GoCash after the card has paid the rest', async () => {
    await world.giveGoCash(rider, 50, 100);
    const { id, number } = await unpaidOrder();
    await pay(id, { paymentMethodId: card('pays'), goCash: true });
    expect((await world.rental(id)).state).toBe('paying');
    expect(await goCash()).toEqual({ topUp: 0, bonus: 0 });
    await booksAreRight();
    await world.settle();
    expect((await world.rental(id)).state).toBe('complete');
    expect(world.payments.netCapturedOf(number)).toBe(350);
    await booksAreRight();
  });

  test('a card pays exactly the amount that the rider saw, or nothing', async () => {
    await world.giveGoCash(rider, 150);
    const { id, number } = await unpaidOrder();
    const seen = { paymentMethodId: card('pays'), goCash: true };
    await expect(pay(id, { ...seen, methodPays: 300 })).rejects.toMatchObject({
      code: 'priceChanged',
    });
    expect(await goCash()).toEqual({ topUp: 150, bonus: 0 });
    await pay(id, { ...seen, methodPays: 350 });
    await world.settle();
    expect(world.payments.netCapturedOf(number)).toBe(350);
  });

  test('a decline of the card releases the GoCash, and the whole amount is due again', async () => {
    await world.giveGoCash(rider, 50, 100);
    const { id, number } = await unpaidOrder();
    await pay(id, { paymentMethodId: card('declined'), goCash: true });
    await world.settle();
    expect(await world.rental(id)).toMatchObject({
      state: 'unpaid',
      payment_failure: 'paymentDeclined',
    });
    expect(await goCash()).toEqual({ topUp: 50, bonus: 100 });
    expect((await reasons()).at(-1)).toBe('paymentReleased 50 100');
    await pay(id, { paymentMethodId: card('pays'), goCash: true });
    await world.settle();
    expect((await world.rental(id)).state).toBe('complete');
    expect(world.payments.netCapturedOf(number)).toBe(350);
    expect(await goCash()).toEqual({ topUp: 0, bonus: 0 });
    await booksAreRight();
  });

  test('GoCash is reserved while the card waits for its confirmation, and another tab cannot pay', async () => {
    await world.giveGoCash(rider, 50, 100);
    const { id } = await unpaidOrder();
    const order = { paymentMethodId: card('wantsAction'), goCash: true };
    await pay(id, order);
    await world.settle();
    expect((await world.rental(id)).state).toBe('paying');
    await expect(pay(id, { paymentMethodId: null, goCash: true })).rejects.toMatchObject({
      code: 'paymentInProgress',
    });
    expect(await goCash()).toEqual({ topUp: 0, bonus: 0 });
    await booksAreRight();

    world.clock.advance(actionBoundMs / 1000 + 1);
    await world.settle();
    expect((await world.rental(id)).state).toBe('unpaid');
    expect(await goCash()).toEqual({ topUp: 50, bonus: 100 });

    await pay(id, order);
    await world.settle();
    world.payments.confirmAll(true);
    await world.pass(10);
    expect((await world.rental(id)).state).toBe('complete');
    expect(await goCash()).toEqual({ topUp: 0, bonus: 0 });
    await booksAreRight();
  });

  test.each(['before', 'after'] as const)(
    "GoCash stays reserved until the card's answer is known, if the answer was lost %s its effect",
    async (loss) => {
      await world.giveGoCash(rider, 50, 100);
      const { id, number } = await unpaidOrder();
      world.payments.lose = () => loss;
      await pay(id, { paymentMethodId: card('pays'), goCash: true });
      await world.settle();
      expect((await world.rental(id)).state).toBe('paying');
      expect(await goCash()).toEqual({ topUp: 0, bonus: 0 });
      world.payments.lose = () => null;
      await world.pass(minute);
      expect((await world.rental(id)).state).toBe('complete');
      expect(world.payments.netCapturedOf(number)).toBe(350);
      await booksAreRight();
    },
  );

  test('two tabs that pay the same order with GoCash at the same time pay it once', async () => {
    await world.giveGoCash(rider, 900);
    const { id } = await unpaidOrder();
    const order = { paymentMethodId: null, goCash: true };
    const tabs = await Promise.allSettled(Array.from({ length: 6 }, () => pay(id, order)));
    expect(tabs.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await goCash()).toEqual({ topUp: 400, bonus: 0 });
    await booksAreRight();
  });

  async function feeState(id: string) {
    const fee = await database.db
      .selectFrom('payments')
      .select('state')
      .where('rental_id', '=', id)
      .where('purpose', '=', 'unlockFee')
      .executeTakeFirstOrThrow();
    return fee.state;
  }
});
