import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { createTestDatabase, forEachEngine } from '../../testing/database.ts';
import type { FakeCardBehaviour, LostAnswer } from '../../testing/payments/fakePayments.ts';
import { RentalWorld } from '../../testing/rentalWorld.ts';
import { addMs, transact } from '../../db/unitOfWork.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { followOrders } from '../orders/orderFeed.ts';
import { saveCard } from '../payments/methods/saveCard.ts';
import { payRental } from './bill/payRental.ts';
import { reportNotEjected } from './reportNotEjected.ts';

const minute = 60;
const hour = 60 * minute;

forEachEngine((engine) => {
  let database: OpenDatabase;
  let world: RentalWorld;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    world = await RentalWorld.on(database.db);
  });
  afterAll(() => database.close());

  const booksAreRight = async () => expect(await auditLedger(database.db)).toEqual([]);

  test('a complete rental has one hold, and captures the bill once after the return @slow', async () => {
    const home = await world.addCabinet(['c1', 'c2', null]);
    const other = await world.addCabinet([null, null]);
    const rider = await world.addRider();
    const id = await world.start(rider, home);
    expect((await world.rental(id)).state).toBe('authorizing');

    await world.deps.outbox.idle();
    const { number, ...ejecting } = await world.rental(id);
    expect(ejecting.state).toBe('ejecting');
    expect(world.payments.heldOf(number)).toBe(2100);
    expect(world.payments.netCapturedOf(number)).toBe(0);

    await world.settle();
    expect((await world.rental(id)).state).toBe('charging');
    expect(world.payments.netCapturedOf(number)).toBe(0);

    await world.pass(90 * minute);
    other.push('c1');
    await world.settle();
    expect(await world.rental(id)).toMatchObject({
      state: 'complete',
      total: 300,
      same_station: false,
      lines: [
        { kind: 'unlockFee', amount: 100 },
        { kind: 'usage', amount: 200 },
      ],
    });
    expect(world.payments.netCapturedOf(number)).toBe(300);
    expect(world.payments.heldOf(number)).toBe(0);
    expect(world.payments.authorizations.size).toBe(1);
    await booksAreRight();
  });

  test('a return to the same cabinet within five minutes costs nothing', async () => {
    const home = await world.addCabinet(['c1']);
    const id = await world.start(await world.addRider(), home);
    await world.settle();
    await world.pass(4 * minute);
    home.push('c1');
    await world.settle();
    const rental = await world.rental(id);
    expect(rental).toMatchObject({ state: 'complete', total: 0, same_station: true });
    expect(world.payments.netCapturedOf(rental.number)).toBe(0);
    expect(world.payments.heldOf(rental.number)).toBe(0);
    await booksAreRight();
  });

  test('a declined card opens no slot and holds nothing', async () => {
    const home = await world.addCabinet(['c1']);
    const id = await world.start(await world.addRider(['noFunds']), home, 'noFunds');
    await world.settle();
    const rental = await world.rental(id);
    expect(rental).toMatchObject({ state: 'failed', failure: 'insufficientFunds' });
    expect(world.payments.heldOf(rental.number)).toBe(0);
    expect(world.gateway.sent.filter(({ command }) => command.type === 'eject')).toEqual([]);
    expect(await slotStates()).toEqual(['occupied']);
  });

  test('a refused eject voids all holds and makes the slot available again', async () => {
    const home = await world.addCabinet(['c1']);
    home.behaviour.jams = true;
    const id = await world.start(await world.addRider(), home);
    await world.settle();
    const rental = await world.rental(id);
    expect(rental).toMatchObject({ state: 'failed', failure: 'ejectFailed' });
    expect(world.payments.heldOf(rental.number)).toBe(0);
    expect(world.payments.netCapturedOf(rental.number)).toBe(0);
    await booksAreRight();
  });

  test('the inventory after the expiry settles an unanswered eject', async () => {
    const home = await world.addCabinet(['c1', 'c2']);
    const riders = [await world.addRider(), await world.addRider()];
    const ids = [];
    for (const rider of riders) ids.push(await world.start(rider, home));
    await world.deps.outbox.idle();
    // The first charger comes out, but its event is lost. The second eject command is lost.
    const [first] = home.inbox.filter(({ type }) => type === 'eject');
    home.inbox.splice(0, Infinity, ...(first ? [first] : []));
    home.obey();
    home.log = [];

    await world.pass(31);
    expect(await states(ids)).toEqual(['ejectUnknown', 'ejectUnknown']);
    await world.pass(10);
    const rentals = await world.rentals();
    const out = rentals.find(({ eject_command }) => home.ejections.has(eject_command));
    const inside = rentals.find((rental) => rental !== out);
    expect(out?.state).toBe('charging');
    // The lost event leaves a gap before the inventory, so the inventory does not prove that the charger
    // stayed inside.
    expect(inside?.state).toBe('ejectUnknown');
    await world.pass(10 * minute);
    expect((await world.rental(inside?.id ?? '')).state).toBe('review');
    expect(world.payments.netCapturedOf(inside?.number ?? '')).toBe(0);
    expect(world.payments.heldOf(inside?.number ?? '')).toBe(0);
    await booksAreRight();
  });

  test('a charger that comes out after the rental failed opens a case and costs the rider nothing', async () => {
    const home = await world.addCabinet(['c1']);
    const id = await world.start(await world.addRider(), home);
    await world.deps.outbox.idle();
    home.behaviour.ignoresExpiry = true;
    world.clock.advance(45);
    for (let i = 0; i < 12; i++) {
      world.clock.advance(minute);
      await world.timers.runDue();
      await world.deps.outbox.idle();
    }
    expect((await world.rental(id)).state).toBe('review');
    await world.settle();
    const { number } = await world.rental(id);
    expect(home.ejections.size).toBe(1);
    expect(world.payments.netCapturedOf(number)).toBe(0);
    expect(await world.cases()).toContain(`lateEject:${id}`);
    await booksAreRight();
  });

  test('a failed eject after a gap in the events proves nothing, because the gap may contain an ejected event', async () => {
    const home = await world.addCabinet(['c1']);
    home.behaviour.forgetsCommands = true;
    world.gateway.copies = () => 2;
    const id = await world.start(await world.addRider(), home);
    await world.deps.outbox.idle();
    while (home.inbox.length > 0) home.obey();
    const yes = home.log.find(({ type }) => type === 'ejected');
    const no = home.log.find(({ type }) => type === 'ejectFailed');
    if (!yes || !no) throw new Error('the cabinet did not send both events');
    await world.listener.onEvent(home.stationId, no);
    expect((await world.rental(id)).state).toBe('ejecting');
    await world.listener.onEvent(home.stationId, yes);
    expect((await world.rental(id)).state).toBe('charging');
  });

  test('the deposit is captured after 24 hours, and a later return is billed from it', async () => {
    const home = await world.addCabinet(['c1']);
    const other = await world.addCabinet([null]);
    const id = await world.start(await world.addRider(), home);
    await world.settle();
    const { number } = await world.rental(id);
    await world.pass(24 * hour);
    expect((await world.rental(id)).state).toBe('overdue');
    expect(world.payments.netCapturedOf(number)).toBe(2100);
    await world.pass(minute);
    other.push('c1');
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 1200 });
    expect(world.payments.netCapturedOf(number)).toBe(1200);
    await booksAreRight();
  });

  test('a charger is lost after 48 hours, and costs thirty dollars in total', async () => {
    const home = await world.addCabinet(['c1']);
    const id = await world.start(await world.addRider(), home);
    await world.settle();
    await world.pass(48 * hour);
    await world.settle();
    const rental = await world.rental(id);
    expect(rental).toMatchObject({ state: 'lost', total: 3000 });
    expect(world.payments.netCapturedOf(rental.number)).toBe(3000);

    home.push('c1');
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 2100 });
    expect(world.payments.netCapturedOf(rental.number)).toBe(2100);
    expect(await world.cases()).toContain(`foundAfterLoss:${id}`);
    await booksAreRight();
  });

  interface LateReport {
    habits?: FakeCardBehaviour[];
    /** The time of the return, in seconds from the start of the rental. */
    after?: number;
    toHome?: boolean;
    /** The answers of the provider that are lost at the time of the loss. */
    lose?: LostAnswer;
  }

  /** A charger is returned in time, but the cabinet reports the return only after the loss. */
  async function lostThoughReturned({
    habits = ['pays'],
    toHome,
    lose,
    ...given
  }: LateReport = {}) {
    const after = given.after ?? 30 * hour;
    const home = await world.addCabinet(['c1']);
    const other = await world.addCabinet([null, null]);
    const rider = await world.addRider(habits);
    const id = await world.start(rider, home, habits[0]);
    await world.settle();
    if (after > 24 * hour) await world.pass(24 * hour);
    await world.pass(after % (24 * hour));
    const where = toHome ? home : other;
    where.push('c1');
    where.isConnected = false;
    if (after < 24 * hour) await world.pass(24 * hour - after);
    if (lose) world.payments.lose = () => lose;
    await world.pass(48 * hour - Math.max(after, 24 * hour));
    const unsent = structuredClone(where.log);
    const sendLog = async () => {
      where.isConnected = true;
      where.log = structuredClone(unsent);
      await world.settle();
    };
    const { number } = await world.rental(id);
    return { id, number, rider, where, sendLog };
  }

  test('a return in time that the cabinet reports after the loss is billed until the return, and the rest is refunded', async () => {
    const { id, number, where, sendLog } = await lostThoughReturned();
    const lost = await world.rental(id);
    expect(lost).toMatchObject({ state: 'lost', total: 3000 });
    expect(world.payments.netCapturedOf(number)).toBe(3000);
    for (let times = 0; times < 2; times++) {
      await sendLog();
      expect(await world.rental(id)).toMatchObject({
        state: 'complete',
        total: 1700,
        lines: [
          { kind: 'unlockFee', amount: 100 },
          { kind: 'usage', amount: 1600 },
        ],
        returned_at: addMs(lost.started_at ?? lost.created_at, 30 * hour * 1000),
        return_station_id: where.stationId,
        return_slot: 1,
        same_station: false,
      });
      expect(world.payments.netCapturedOf(number)).toBe(1700);
      expect(await world.cases()).toEqual([]);
      await booksAreRight();
    }
    await world.pass(10);
    const next = await world.start(await world.addRider(), where);
    await world.settle();
    expect(await world.rental(next)).toMatchObject({ state: 'charging', charger: 'c1' });
  });

  test.each(['before', 'after'] as const)(
    'a late report waits for the answer to the charge of the loss, if that answer was lost %s its effect',
    async (lose) => {
      const { id, number, sendLog } = await lostThoughReturned({ lose });
      expect((await world.rental(id)).state).toBe('lost');
      await sendLog();
      expect(await world.rental(id)).toMatchObject({ state: 'settling', total: 1700 });
      world.payments.lose = () => null;
      await world.pass(5 * minute);
      expect((await world.rental(id)).state).toBe('complete');
      expect(world.payments.netCapturedOf(number)).toBe(1700);
      await booksAreRight();
    },
  );

  test('if the charge of the loss was declined, a late report lowers the amount due to the use until the return @slow', async () => {
    const habits: FakeCardBehaviour[] = ['failsLater', 'pays'];
    const { id, number, rider, sendLog } = await lostThoughReturned({ habits });
    expect(await world.rental(id)).toMatchObject({ state: 'unpaid', total: 3000 });
    await sendLog();
    expect(await world.rental(id)).toMatchObject({ state: 'unpaid', total: 1700 });
    await pay(rider.userId, id, rider.cards.get('pays') ?? '');
    await world.settle();
    expect((await world.rental(id)).state).toBe('complete');
    expect(world.payments.netCapturedOf(number)).toBe(1700);
    await booksAreRight();
  });

  test('a late report completes the unpaid order if nothing is due after it', async () => {
    const habits: FakeCardBehaviour[] = ['failsLater'];
    const { id, number, sendLog } = await lostThoughReturned({
      habits,
      after: 4 * minute,
      toHome: true,
    });
    expect((await world.rental(id)).state).toBe('unpaid');
    await sendLog();
    const rental = await world.rental(id);
    expect(rental).toMatchObject({ state: 'complete', total: 0, payment_failure: null });
    expect(world.payments.netCapturedOf(number)).toBe(0);
    await booksAreRight();
  });

  test('a late report refunds the rest if another card has paid for the loss @slow', async () => {
    const habits: FakeCardBehaviour[] = ['failsLater', 'pays'];
    const { id, number, rider, sendLog } = await lostThoughReturned({ habits });
    await pay(rider.userId, id, rider.cards.get('pays') ?? '');
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 3000 });
    await sendLog();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 1700 });
    expect(world.payments.netCapturedOf(number)).toBe(1700);
    await booksAreRight();
  });

  test('a late report cancels a payment of the loss that waits for its confirmation', async () => {
    const habits: FakeCardBehaviour[] = ['failsLater', 'wantsAction'];
    const { id, number, rider, sendLog } = await lostThoughReturned({ habits });
    await pay(rider.userId, id, rider.cards.get('wantsAction') ?? '');
    await world.settle();
    expect((await world.rental(id)).state).toBe('paying');
    await sendLog();
    expect(await world.rental(id)).toMatchObject({ state: 'unpaid', total: 1700 });
    expect(world.payments.heldOf(number)).toBe(0);
    expect(world.payments.netCapturedOf(number)).toBe(0);
  });

  test('a return in the last second of the second day is in time, and any later return is too late @slow', async () => {
    const { id, number, sendLog } = await lostThoughReturned({ after: 48 * hour - 1 });
    await world.settle();
    await sendLog();
    expect((await world.rental(id)).state).toBe('complete');
    expect(world.payments.netCapturedOf(number)).toBe(2100);

    const home = await world.addCabinet(['c9']);
    const late = await world.start(await world.addRider(), home);
    await world.settle();
    await world.pass(48 * hour);
    home.push('c9');
    await world.settle();
    expect(await world.rental(late)).toMatchObject({ state: 'complete', returned_at: null });
    expect(await world.cases()).toEqual([`foundAfterLoss:${late}`]);
    await booksAreRight();
  });

  test('a lost charger in an inventory counts as returned just after the last inventory without it', async () => {
    const home = await world.addCabinet(['c1']);
    const other = await world.addCabinet([null]);
    const id = await world.start(await world.addRider(), home);
    await world.settle();
    await world.pass(29 * hour);
    other.report();
    await world.settle();
    await world.pass(hour);
    other.slots.set(1, 'c1');
    await world.pass(18 * hour);
    expect((await world.rental(id)).state).toBe('lost');
    other.report();
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 1600 });
    await booksAreRight();
  });

  test('a card that declines the final charge makes the order unpaid, and another card can pay it', async () => {
    const home = await world.addCabinet(['c1', null]);
    const rider = await world.addRider(['failsLater', 'pays']);
    const id = await world.start(rider, home, 'failsLater');
    await world.settle();
    await world.pass(30 * minute);
    home.push('c1');
    await world.settle();
    const rental = await world.rental(id);
    expect(rental).toMatchObject({ state: 'unpaid', payment_failure: 'paymentDeclined' });
    expect(world.payments.heldOf(rental.number)).toBe(0);

    await pay(rider.userId, id, rider.cards.get('failsLater') ?? '');
    await world.settle();
    expect((await world.rental(id)).state).toBe('unpaid');
    await pay(rider.userId, id, rider.cards.get('pays') ?? '');
    await world.settle();
    expect((await world.rental(id)).state).toBe('complete');
    expect(world.payments.netCapturedOf(rental.number)).toBe(200);
    await booksAreRight();
  });

  test('a payment waits five minutes for the confirmation of the cardholder', async () => {
    const home = await world.addCabinet(['c1', 'c2']);
    const rider = await world.addRider(['wantsAction']);
    const late = await world.start(rider, home, 'wantsAction');
    await world.settle();
    expect((await world.rental(late)).state).toBe('authorizing');
    await world.pass(5 * minute);
    expect(await world.rental(late)).toMatchObject({
      state: 'failed',
      failure: 'authenticationFailed',
    });

    const id = await world.start(rider, home, 'wantsAction');
    await world.settle();
    for (let holds = 0; holds < 2; holds++) {
      world.payments.confirmAll(true);
      await world.pass(3);
    }
    expect((await world.rental(id)).state).toBe('charging');
    expect(world.payments.heldOf((await world.rental(late)).number)).toBe(0);
    await booksAreRight();
  });

  test('while a payment waits for its confirmation, the server soon repeats a query that gets no answer', async () => {
    const home = await world.addCabinet(['c1']);
    const id = await world.start(await world.addRider(['wantsAction']), home, 'wantsAction');
    await world.settle();
    for (let look = 0; look < 12; look++) await world.pass(3);
    world.payments.lose = () => 'before';
    await world.pass(3);
    world.payments.lose = () => null;
    world.payments.confirmAll(true);
    await world.pass(3);
    expect(world.payments.authorizations.size).toBe(1);
    expect((await world.rental(id)).state).toBe('charging');
  });

  test('a card that the rider adds again does not change a pending payment', async () => {
    const home = await world.addCabinet(['c1']);
    const rider = await world.addRider(['wantsAction']);
    const id = await world.start(rider, home, 'wantsAction');
    await world.settle();
    const methodId = rider.cards.get('wantsAction') ?? '';
    const again = { card: 'pays', fingerprint: methodId, brand: 'visa', last4: '4242' } as const;
    const unchanged = {
      kind: 'card',
      expiryMonth: 12,
      expiryYear: 2031,
      nameOnCard: 'A Rider',
      label: null,
      country: null,
      postalCode: null,
    } as const;
    const address = { country: 'US', postalCode: '60601', makeDefault: true };
    const stored = await transact(world.deps, (work) =>
      saveCard(work, world.deps, rider.userId, { ...again, ...unchanged }, address),
    );
    expect(stored.id).toBe(methodId);
    const method = await database.db
      .selectFrom('payment_methods')
      .select('provider_card')
      .where('id', '=', methodId)
      .executeTakeFirstOrThrow();
    expect(method.provider_card).toBe('wantsAction');
    for (let holds = 0; holds < 2; holds++) {
      world.payments.confirmAll(true);
      await world.pass(3);
    }
    expect((await world.rental(id)).state).toBe('charging');
  });

  test.each([
    ['that cannot read the slot', true],
    ['that leaves the slot out', false],
  ])('an inventory %s proves nothing about the charger', async (_, isListed) => {
    const home = await world.addCabinet(['c1', 'c2']);
    const id = await world.start(await world.addRider(), home);
    await world.deps.outbox.idle();
    const { slot, number } = await world.rental(id);
    home.inbox.length = 0;
    world.clock.advance(36);
    await world.timers.runDue();
    home.report();
    const event = home.log.pop();
    if (event?.type !== 'inventory') throw new Error('the cabinet sent no inventory');
    const others = event.slots.filter((view) => view.slot !== slot);
    const unread = { slot, charger: null, level: null, status: 'unreadable' } as const;
    const slots = isListed ? [...others, unread] : others;
    await world.listener.onEvent(home.stationId, { ...event, slots });
    await world.deps.outbox.idle();
    expect((await world.rental(id)).state).toBe('ejectUnknown');
    expect(world.payments.netCapturedOf(number)).toBe(0);
    await world.pass(10);
    expect(await world.rental(id)).toMatchObject({ state: 'failed', failure: 'ejectFailed' });
    await booksAreRight();
  });

  test('an event that the server cannot read does not count as a gap in the events before a failed eject', async () => {
    const home = await world.addCabinet(['c1']);
    home.behaviour.jams = true;
    const id = await world.start(await world.addRider(), home);
    await world.deps.outbox.idle();
    home.heartbeat();
    const unread = home.log.pop();
    if (!unread) throw new Error('the cabinet sent no heartbeat');
    await world.listener.onUnread(home.stationId, unread);
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'failed', failure: 'ejectFailed' });
  });

  test("a rider's report that nothing came out ends when the deposit is due", async () => {
    const home = await world.addCabinet(['c1']);
    const rider = await world.addRider();
    const id = await world.start(rider, home);
    const tariff = { ...(await world.rental(id)).tariff, depositCaptureMinutes: 10 };
    await database.db
      .updateTable('rentals')
      .set({ tariff: JSON.stringify(tariff) })
      .where('id', '=', id)
      .execute();
    await world.settle();
    await world.pass(9.5 * minute);
    await transact(world.deps, (work) =>
      reportNotEjected(work, world.deps.settings, rider.userId, id),
    );
    world.clock.advance(minute);
    await database.db
      .updateTable('rentals')
      .set({ next_check_at: world.clock.now() })
      .where('id', '=', id)
      .execute();
    await world.timers.runDue();
    expect(await world.rental(id)).toMatchObject({ state: 'overdue', not_ejected_at: null });
  });

  test('a rental whose check fails is checked again after a minute, and does not delay other rentals', async () => {
    const home = await world.addCabinet(['c1', 'c2']);
    const broken = await world.start(await world.addRider(), home);
    const other = await world.start(await world.addRider(), home);
    await world.settle();
    const at = world.clock.now();
    await database.db
      .updateTable('rentals')
      .set({ state: 'overdue', started_at: null, next_check_at: at })
      .where('id', '=', broken)
      .execute();
    await world.timers.runDue();
    expect(await world.rental(broken)).toMatchObject({
      state: 'overdue',
      next_check_at: addMs(at, 60_000),
    });
    await world.pass(24 * hour);
    expect((await world.rental(other)).state).toBe('overdue');
  });

  test('an order event that cannot be sent does not prevent other order events', async () => {
    const home = await world.addCabinet(['c1']);
    const rider = await world.addRider();
    const id = await world.start(rider, home);
    const sentOrders: string[] = [];
    const stop = followOrders(world.deps, rider.userId, (order) => sentOrders.push(order.id));
    world.deps.changes.emit('order', { userId: rider.userId, orderId: randomUUID() });
    world.deps.changes.emit('order', { userId: rider.userId, orderId: id });
    // The stream sends the current order at the start, and sends it again after the change.
    await expect.poll(() => sentOrders).toEqual([id, id]);
    stop();
  });

  test('without an answer of the provider, the rental ends after two minutes and its hold is voided', async () => {
    const home = await world.addCabinet(['c1']);
    const id = await world.start(await world.addRider(), home);
    world.payments.lose = () => 'after';
    await world.settle();
    for (let i = 0; i < 5; i++) await world.pass(minute);
    const rental = await world.rental(id);
    expect(rental).toMatchObject({ state: 'failed', failure: 'cancelled' });
    expect(world.payments.heldOf(rental.number)).toBe(2100);
    world.payments.lose = () => null;
    await world.pass(2 * minute);
    expect(world.payments.heldOf(rental.number)).toBe(0);
    expect(world.payments.netCapturedOf(rental.number)).toBe(0);
    await booksAreRight();
  });

  test('a hold that the provider does not void in time opens a case', async () => {
    const home = await world.addCabinet(['c1']);
    home.behaviour.jams = true;
    const id = await world.start(await world.addRider(), home);
    await world.deps.outbox.idle();
    world.payments.lose = () => 'before';
    await world.settle();
    expect((await world.rental(id)).state).toBe('failed');
    expect(await world.cases()).toEqual([]);
    await world.pass(11 * minute);
    expect(await world.cases()).toEqual([expect.stringContaining('moneyUnknown:')]);
    world.payments.lose = () => null;
    await world.pass(minute);
    expect(world.payments.heldOf((await world.rental(id)).number)).toBe(0);
    await booksAreRight();
  });

  test('a report that nothing came out undoes the rental if the cabinet contains the charger', async () => {
    const home = await world.addCabinet(['c1']);
    const rider = await world.addRider();
    const id = await world.start(rider, home);
    await world.settle();
    // The cabinet reported an eject, but the charger stayed in its slot.
    home.slots.set(1, 'c1');
    await transact(world.deps, (work) =>
      reportNotEjected(work, world.deps.settings, rider.userId, id),
    );
    await world.pass(10);
    const rental = await world.rental(id);
    expect(rental).toMatchObject({ state: 'failed', failure: 'ejectFailed' });
    expect(world.payments.netCapturedOf(rental.number)).toBe(0);
    expect(world.payments.heldOf(rental.number)).toBe(0);
    expect(await world.cases()).toContain(`ejectedButInside:${id}`);
    await booksAreRight();
  });

  test('an inventory that the cabinet made before the report that nothing came out does not decide about the report', async () => {
    const home = await world.addCabinet(['c1']);
    const rider = await world.addRider();
    const id = await world.start(rider, home);
    await world.settle();
    await world.pass(20);
    // The cabinet made the inventory while the charger was out, and sent it after the rider's report.
    home.report();
    world.clock.advance(5);
    await transact(world.deps, (work) =>
      reportNotEjected(work, world.deps.settings, rider.userId, id),
    );
    home.slots.set(1, 'c1');
    await home.sendAll(world.listener);
    expect(await world.cases()).not.toContain(`notEjected:${id}`);
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'failed', failure: 'ejectFailed' });
  });

  test('a report that nothing came out opens a case if the cabinet does not contain the charger', async () => {
    const home = await world.addCabinet(['c1']);
    const rider = await world.addRider();
    const id = await world.start(rider, home);
    await world.settle();
    await world.pass(10);
    await transact(world.deps, (work) =>
      reportNotEjected(work, world.deps.settings, rider.userId, id),
    );
    await world.settle();
    expect((await world.rental(id)).state).toBe('charging');
    expect(await world.cases()).toContain(`notEjected:${id}`);
  });

  test("an inventory shows a return that was not reported, and the return is billed in the rider's favour", async () => {
    const home = await world.addCabinet(['c1']);
    const other = await world.addCabinet([null]);
    const id = await world.start(await world.addRider(), home);
    await world.settle();
    await world.pass(50 * minute);
    other.report();
    await world.settle();
    await world.pass(30 * minute);
    other.slots.set(1, 'c1');
    other.report();
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 200 });
    await booksAreRight();
  });

  test('a return of an earlier rental that is reported late does not close the current rental', async () => {
    const home = await world.addCabinet(['c1', null]);
    const other = await world.addCabinet([null]);
    const first = await world.start(await world.addRider(), home);
    await world.settle();
    await world.pass(10 * minute);
    other.push('c1');
    // The event of the return is delayed, and a later inventory shows the charger.
    const [held] = other.log.splice(0, 1);
    other.report();
    await world.settle();
    expect((await world.rental(first)).state).toBe('complete');
    await world.pass(minute);
    const second = await world.start(await world.addRider(), other);
    await world.settle();
    expect((await world.rental(second)).state).toBe('charging');
    await world.pass(minute);
    if (held) await world.listener.onEvent(other.stationId, held);
    await world.settle();
    expect((await world.rental(second)).state).toBe('charging');
    expect((await world.rental(first)).total).toBe(200);
    await booksAreRight();
  });

  test('fifty riders who start concurrently with the last charger make only one rental @slow', async () => {
    const home = await world.addCabinet(['c1']);
    const riders = await Promise.all(Array.from({ length: 50 }, () => world.addRider()));
    const starts = await Promise.allSettled(riders.map((rider) => world.start(rider, home)));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const start of starts) {
      if (start.status === 'rejected') expect(start.reason).toMatchObject({ code: 'noChargers' });
    }
    expect(await world.rentals()).toHaveLength(1);
  });

  test('a rider who starts many times concurrently gets only one rental', async () => {
    const home = await world.addCabinet(['c1', 'c2', 'c3', 'c4']);
    const rider = await world.addRider();
    const starts = await Promise.allSettled(
      Array.from({ length: 10 }, () => world.start(rider, home)),
    );
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.rentals()).toHaveLength(1);
  });

  async function states(ids: readonly string[]): Promise<string[]> {
    const rentals = await Promise.all(ids.map((id) => world.rental(id)));
    return rentals.map(({ state }) => state);
  }

  async function slotStates(): Promise<string[]> {
    const rows = await database.db.selectFrom('slots').select('state').orderBy('slot').execute();
    return rows.map(({ state }) => state);
  }

  async function pay(userId: string, id: string, paymentMethodId: string): Promise<void> {
    await transact(world.deps, (work) => payRental(work, userId, id, { paymentMethodId }));
  }
});
