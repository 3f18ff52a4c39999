import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '../../../contract/errors.ts';
import { Order } from '../../../contract/orders.ts';
import { PaymentMethod } from '../../../contract/payment.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { registerOrderJobs } from '../../composition.ts';
import { cleanUp } from '../../jobs/housekeeping.ts';
import { signUp, startTestApp, stepUp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { RentalTimers } from './timers.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

forEachEngine((engine) => {
  const payments = new FakePayments();
  let app: TestApp;
  let timers: RentalTimers;

  beforeAll(async () => {
    const env = { CODES_PER_ADDRESS: '1000', UNCERTAIN_EJECTS_PER_STATION: '2' };
    app = await startTestApp({ engine, payments, env });
    registerOrderJobs(app.deps);
    timers = new RentalTimers(app.deps);
  });
  afterAll(() => app.close());

  async function pass(seconds: number): Promise<void> {
    app.deps.clock.advance(seconds);
    await timers.runDue();
    await app.deps.outbox.idle();
  }

  async function send({ sessionId: session }: Rider, method: string, path: string, body?: unknown) {
    return app.call(path, { method, session, key: randomUUID(), body });
  }

  /** Saves a card for a rider. Two calls with the same number save the same card. */
  async function addCard(rider: Rider, number: string = randomUUID()): Promise<string> {
    const body = { token: `tok_pays_${number}`, country: 'US', postalCode: '60601' };
    const answer = await send(rider, 'POST', paths.paymentMethods, { ...body, makeDefault: true });
    return PaymentMethod.parse(answer.body).id;
  }

  /** Starts a rental whose cabinet gets no command until ten minutes after the expiry of the eject command. */
  async function cutLine(rider: Rider, card: string, at?: Renting): Promise<Cut> {
    const renting = at ?? (await Renting.at(app));
    const { id } = Order.parse((await renting.start(rider, card)).body);
    await app.deps.outbox.idle();
    const ejects = app.gateway.commands.filter(({ command }) => command.id === `eject:${id}`);
    app.gateway.commands.length = 0;
    await pass(31);
    await pass(10 * minute);
    app.gateway.commands.length = 0;
    const obey = () => {
      for (const { command } of ejects) renting.cabinet.inbox.push(command);
      while (renting.cabinet.inbox.length > 0) renting.cabinet.obey();
    };
    return { id, renting, obey };
  }

  interface Cut {
    id: string;
    renting: Renting;
    /** Lets the cabinet execute the command. */
    obey: () => void;
  }

  const orderOf = async (rider: Rider, id: string) =>
    Order.parse((await send(rider, 'GET', fillPath(paths.order, { id }))).body);
  const held = ({ number }: Order) => payments.heldOf(number);
  const booksAreRight = async () => expect(await auditLedger(app.deps.db)).toEqual([]);

  async function caseOf(kind: string, key: string) {
    const found = await app.deps.db
      .selectFrom('support_cases')
      .select('details')
      .where('key', '=', `${kind}:${key}`)
      .execute();
    expect(found.length).toBeLessThanOrEqual(1);
    return found[0]?.details;
  }

  /** Makes three uncertain ejects of a rider. The server keeps the hold of the third. */
  async function suspect(rider?: Rider): Promise<Cut & { rider: Rider; card: string }> {
    const who = rider ?? (await signUp(app));
    const card = await addCard(who);
    await cutLine(who, card);
    await cutLine(who, card);
    return { rider: who, card, ...(await cutLine(who, card)) };
  }

  test('up to the limit, an uncertain eject releases its hold after ten minutes, and the rider can rent again @slow', async () => {
    const rider = await signUp(app);
    const card = await addCard(rider);
    for (let times = 0; times < 2; times++) {
      const { id } = await cutLine(rider, card);
      const order = await orderOf(rider, id);
      expect(order).toMatchObject({ state: 'review', failure: 'ejectUnknown' });
      expect(order.heldUntil).toBeUndefined();
      expect(held(order)).toBe(0);
      expect(await caseOf('ejectUnknown', id)).toBeDefined();
      expect(await caseOf('suspiciousEject', id)).toBeUndefined();
    }
    await booksAreRight();
  });

  test('after too many uncertain ejects, the server keeps the hold and opens a case, and the rider cannot rent until the result is clear @slow', async () => {
    const { rider, card, id } = await suspect();
    const order = await orderOf(rider, id);
    expect(order.state).toBe('ejectUnknown');
    const until = addMs(new Date(order.createdAt), 96 * hour * 1000).toISOString();
    expect(order.heldUntil).toBe(until);
    expect(held(order)).toBe(2100);
    expect(await caseOf('suspiciousEject', id)).toMatchObject({ byRider: 3, heldUntil: until });
    expect(await caseOf('ejectUnknown', id)).toBeUndefined();

    await pass(day);
    expect(held(await orderOf(rider, id))).toBe(2100);
    const again = await (await Renting.at(app)).start(rider, card);
    expect(Problem.parse(again.body)).toMatchObject({ code: 'ejectUnclear', orderId: id });
    const leave = await send(rider, 'DELETE', paths.me);
    expect(Problem.parse(leave.body)).toMatchObject({ code: 'ejectUnclear', orderId: id });
    await booksAreRight();
  });

  test('an inventory that contains the charger releases the hold at once, and the eject does not count @slow', async () => {
    const { rider, card, id, renting } = await suspect();
    await pass(3 * hour);
    renting.cabinet.heartbeat();
    renting.cabinet.report();
    await renting.settle();
    const order = await orderOf(rider, id);
    expect(order).toMatchObject({ state: 'failed', failure: 'ejectFailed' });
    expect(order.heldUntil).toBeUndefined();
    expect(held(order)).toBe(0);
    expect(await caseOf('suspiciousEject', id)).toMatchObject({ result: 'inside' });
    const row = await app.deps.db
      .selectFrom('rentals')
      .select('uncertain_eject_at')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row?.uncertain_eject_at).toBeNull();
    const next = await (await Renting.at(app)).start(rider, card);
    expect(next.status).toBe(202);
  });

  test('an eject that the cabinet reports later begins the rental, which is billed by the reported times @slow', async () => {
    const rider = await signUp(app);
    const card = await addCard(rider);
    await cutLine(rider, card);
    await cutLine(rider, card);
    const renting = await Renting.at(app);
    const { id, slot } = Order.parse((await renting.start(rider, card)).body);
    await app.deps.outbox.idle();
    renting.cabinet.inbox.push(...app.gateway.commands.splice(0).map(({ command }) => command));
    // The charger comes out at once, but the cabinet loses its connection before it reports the eject.
    while (renting.cabinet.inbox.length > 0) renting.cabinet.obey();
    const out = app.deps.clock.now();
    await pass(31);
    await pass(10 * minute);
    await pass(2 * hour);
    expect(await orderOf(rider, id)).toMatchObject({ state: 'ejectUnknown' });
    await renting.settle();
    const order = await orderOf(rider, id);
    expect(order.state).toBe('charging');
    // The clock advances between the eject and the reading of `out`, so the two times may differ by
    // milliseconds.
    expect(Math.abs(Date.parse(order.startedAt ?? '') - out.getTime())).toBeLessThan(1_000);
    expect(order.heldUntil).toBeUndefined();
    expect(await caseOf('suspiciousEject', id)).toMatchObject({ result: 'out' });

    await renting.bringBack(slot ?? 0);
    const paid = await orderOf(rider, id);
    expect(paid).toMatchObject({ state: 'complete', total: { amount: 400 } });
    expect(payments.netCapturedOf(paid.number)).toBe(400);
    expect(held(paid)).toBe(0);
    await booksAreRight();
  });

  test('an eject that the cabinet executes hours too late costs nothing, and opens a case', async () => {
    const { rider, id, renting, obey } = await suspect();
    await pass(2 * hour);
    renting.cabinet.behaviour.ignoresExpiry = true;
    obey();
    await renting.settle();
    const order = await orderOf(rider, id);
    expect(order).toMatchObject({ state: 'failed', failure: 'ejectFailed' });
    expect(held(order)).toBe(0);
    expect(payments.netCapturedOf(order.number)).toBe(0);
    expect(await caseOf('lateEject', id)).toBeDefined();
    expect(await caseOf('suspiciousEject', id)).toMatchObject({ result: 'late' });
    await booksAreRight();
  });

  test('without evidence, the hold is released before the bank ends it, and nothing is charged @slow', async () => {
    const { rider, card, id } = await suspect();
    const { createdAt } = await orderOf(rider, id);
    const left = Date.parse(createdAt) + 96 * hour * 1000 - app.deps.clock.now().getTime();
    await pass(left / 1000 - 1);
    const later = await signUp(app, rider.phone);
    expect(held(await orderOf(later, id))).toBe(2100);
    await pass(1);
    const order = await orderOf(later, id);
    expect(order).toMatchObject({ state: 'review', failure: 'ejectUnknown' });
    expect(order.heldUntil).toBeUndefined();
    expect(held(order)).toBe(0);
    expect(payments.netCapturedOf(order.number)).toBe(0);
    expect(await caseOf('suspiciousEject', id)).toMatchObject({ result: 'unknown' });
    expect((await (await Renting.at(app)).start(later, card)).status).toBe(202);
    await booksAreRight();
  });

  test('the uncertain ejects of one card count for all accounts, and other cards are not affected @slow', async () => {
    const number = randomUUID();
    const [first, second, third] = [await signUp(app), await signUp(app), await signUp(app)];
    const card = await addCard(first, number);
    await cutLine(first, card);
    await cutLine(first, card);
    const { id } = await cutLine(second, await addCard(second, number));
    expect((await orderOf(second, id)).heldUntil).toBeDefined();
    expect(await caseOf('suspiciousEject', id)).toMatchObject({ byRider: 1, byCard: 3 });

    const same = await addCard(third, number);
    const other = await addCard(third);
    const renting = await Renting.at(app);
    const refused = Problem.parse((await renting.start(third, same)).body);
    expect(refused).toMatchObject({ code: 'ejectUnclear' });
    expect(refused.orderId).toBeUndefined();
    const { id: released } = await cutLine(third, other, renting);
    expect((await orderOf(third, released)).state).toBe('review');
  });

  test('a card still counts after the deletion of the account, but only for the period of the limit @slow', async () => {
    const number = randomUUID();
    const first = await signUp(app);
    const card = await addCard(first, number);
    await cutLine(first, card);
    await cutLine(first, card);
    await stepUp(app, first);
    expect((await send(first, 'DELETE', paths.me)).status).toBe(204);
    const second = await signUp(app);
    const { id } = await cutLine(second, await addCard(second, number));
    expect((await orderOf(second, id)).heldUntil).toBeDefined();

    app.deps.clock.advance(31 * day);
    await timers.runDue();
    await cleanUp(app.deps);
    const hashes = await app.deps.db
      .selectFrom('rentals')
      .select('id')
      .where('uncertain_eject_card', 'is not', null)
      .execute();
    expect(hashes).toEqual([]);
    const later = await signUp(app);
    const next = await cutLine(later, await addCard(later, number));
    expect((await orderOf(later, next.id)).state).toBe('review');
  });

  test('a station with too many uncertain ejects opens one case a day, and the holds of its riders are released @slow', async () => {
    const renting = await Renting.at(app);
    const { stationId } = renting.cabinet;
    const cases = async () => {
      const rows = await app.deps.db
        .selectFrom('support_cases')
        .select('details')
        .where('kind', '=', 'uncertainEjects')
        .where('station_id', '=', stationId)
        .execute();
      return rows.map(({ details }) => details);
    };
    for (let slot = 1; slot <= 3; slot++) {
      expect(await cases()).toEqual([]);
      const rider = await signUp(app);
      const { id } = await cutLine(rider, await addCard(rider), renting);
      expect((await orderOf(rider, id)).state).toBe('review');
    }
    expect(await cases()).toEqual([{ ejects: 3 }]);
  });
});
