import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CaseActed, CaseList, CaseShown } from '../../../contract/operators/desk.ts';
import { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { TopUp } from '../../../contract/wallet.ts';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { addStation } from '../../testing/stations.ts';
import { transact } from '../../db/unitOfWork.ts';
import { RentalTimers } from '../rental/timers.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { caseOfKey } from '../support/caseQueries.ts';
import { openCase } from '../support/cases.ts';

const why = 'a call';
const limit = 100;
const perDay = 250;
const pending = { status: 409, code: 'approvalPending' };

forEachEngine((engine) => {
  let app: TestApp;
  let ops: Operators;
  let renting: Renting;
  let rider: Rider;
  let order: Order;
  let finance: string;
  /** An operator who is new in each test, because the limit per day covers all payouts of an operator. */
  let sue: string;
  let count = 0;

  beforeAll(async () => {
    app = await startTestApp({
      engine,
      payments: new FakePayments(),
      env: {
        OPERATOR_KEY: serverKey,
        OPERATOR_REFUND_LIMIT: String(limit),
        OPERATOR_REFUND_LIMIT_PER_DAY: String(perDay),
      },
    });
    registerOrderJobs(app.deps);
    ops = new Operators(app);
    finance = await ops.add('Fin', 'finance');
    for (const id of ['north', 'south']) {
      await ops.call('regions', { id, name: id, why });
      await ops.call('venues', { id: `${id}-mall`, name: id, ownerName: 'Owner', region: id, why });
    }
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    renting = await Renting.at(app);
    rider = await signUp(app);
    order = await renting.rent(rider, await renting.addCard(rider), 90);
    sue = await ops.add(`Sue ${++count}`, 'support');
  });

  const refund = (amount: number | 'all', { number } = order, key: string = randomUUID()) =>
    ops.call(`orders/${number}/refund`, { amount, why }, sue, key);
  const acted = async (answer: ReturnType<typeof refund>) => CaseActed.parse((await answer).body);
  const decide = (verb: string, id = '', key = finance, once: string = randomUUID()) =>
    ops.call(`approvals/${id}/${verb}`, { why }, key, once);
  const totalNow = async () => {
    const path = fillPath(paths.order, { id: order.id });
    const { total } = Order.parse((await app.call(path, { session: rider.sessionId })).body);
    return total?.amount ?? 0;
  };
  const total = () => order.total?.amount ?? 0;

  test('a refund above the limit waits for an approval, and repeated approvals make one refund @slow', async () => {
    const key = randomUUID();
    const asked = await acted(refund('all', order, key));
    expect(asked).toMatchObject({
      case: { state: 'open', approval: { requestedBy: `Sue ${count}` } },
      approval: { action: 'case.close', request: { outcome: { kind: 'refund', amount: total() } } },
      repeated: false,
    });
    const id = asked.approval?.id;
    expect(await acted(refund('all', order, key))).toEqual({ ...asked, repeated: true });
    expect(await totalNow()).toBe(total());
    const { number } = asked.case;
    const shown = CaseShown.parse((await ops.call(`cases/${number}`)).body);
    expect(shown.approval?.id).toBe(id);
    const again = { outcome: { kind: 'refund', amount: limit + 1 }, why };
    expect(refusalOf(await ops.call(`cases/${number}/close`, again, sue))).toMatchObject({
      code: 'approvalPending',
    });
    expect(refusalOf(await decide('approve', id, sue))).toMatchObject({ code: 'roleMissing' });
    const once = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => decide('approve', id, finance, once)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await app.deps.outbox.idle();
    expect(await totalNow()).toBe(0);
    expect(CaseShown.parse((await ops.call(`cases/${number}`)).body)).toMatchObject({
      state: 'closed',
      closedBy: `Sue ${count}`,
      approval: null,
    });
    expect((await ops.actions(number)).map(({ action, who }) => `${who}: ${action}`)).toEqual([
      `Sue ${count}: case.payBack`,
      `Sue ${count}: case.close`,
    ]);
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('finance that is limited to regions decides only about requests of these regions', async () => {
    const stations = [renting.cabinet.stationId];
    await ops.call('venues/north-mall/stations', { stations, why });
    const flo = await ops.add('Flo', 'finance');
    const limitTo = (...regions: string[]) => ops.call('operators/Flo/reach', { regions, why });
    const id = (await acted(refund('all'))).approval?.id;
    const foreign = { status: 403, code: 'regionForeign' };
    await limitTo('south');
    for (const verb of ['approve', 'reject']) {
      expect(refusalOf(await decide(verb, id, flo)), verb).toEqual(foreign);
    }
    await limitTo('south', 'north');
    expect((await decide('approve', id, flo)).status).toBe(200);
  });

  test.each([
    ['no station', false],
    ['a station of their region', true],
  ])(
    'finance that is limited to regions decides about a case with %s only if its order is of these regions',
    async (_where, isAtSouth) => {
      const south = await addStation(app.deps.db);
      const { stationId } = renting.cabinet;
      await ops.call('venues/north-mall/stations', { stations: [stationId], why });
      await ops.call('venues/south-mall/stations', { stations: [south], why });
      const name = `Flo ${++count}`;
      const flo = await ops.add(name, 'finance');
      const limitTo = (region: string) =>
        ops.call(`operators/${encodeURIComponent(name)}/reach`, { regions: [region], why });
      const number = await transact(app.deps, async (work) => {
        const place = isAtSouth ? { stationId: south } : {};
        await openCase(work, { kind: 'moneyUnknown', key: order.id, rentalId: order.id, ...place });
        return (await caseOfKey(work, `moneyUnknown:${order.id}`)).number;
      });
      const outcome = { kind: 'refund', amount: 'all' };
      const asked = CaseActed.parse(
        (await ops.call(`cases/${number}/close`, { outcome, why }, sue)).body,
      );
      const id = asked.approval?.id;
      const isListed = async () =>
        CaseList.parse(
          (await ops.call(`cases?order=${order.number}`, undefined, flo)).body,
        ).cases.some((one) => one.number === number);

      await limitTo('south');
      for (const verb of ['approve', 'reject']) {
        expect(refusalOf(await decide(verb, id, flo)), verb).toEqual({
          status: 403,
          code: 'regionForeign',
        });
      }
      expect(refusalOf(await ops.call(`cases/${number}`, undefined, flo))).toEqual({
        status: 404,
        code: 'caseNotFound',
      });
      expect(await isListed()).toBe(false);

      // Operators of both regions see the order: the region of the pick-up and the region of the return.
      await app.deps.db
        .updateTable('rentals')
        .set({ return_station_id: south })
        .where('id', '=', order.id)
        .execute();
      for (const region of ['south', 'north']) {
        await limitTo(region);
        expect((await ops.call(`cases/${number}`, undefined, flo)).status, region).toBe(200);
        expect(await isListed(), region).toBe(true);
      }
      await limitTo('south');
      expect((await decide('approve', id, flo)).status).toBe(200);
    },
  );

  test('several small refunds together cannot exceed the limit of an order @slow', async () => {
    expect((await acted(refund(60))).approval).toBeNull();
    expect((await acted(refund(40))).approval).toBeNull();
    const above = await acted(refund(1));
    expect(above.approval).toMatchObject({ state: 'open' });
    sue = await ops.add(`Sue ${++count}`, 'support');
    expect(refusalOf(await refund(1))).toEqual(pending);
    expect(await totalNow()).toBe(total() - 100);
    expect((await decide('reject', above.approval?.id)).status).toBe(200);
    expect(CaseShown.parse((await ops.call(`cases/${above.case.number}`)).body)).toMatchObject({
      state: 'open',
      approval: null,
    });
    expect((await acted(refund(1))).approval).toMatchObject({ state: 'open' });
  });

  test('concurrent refunds of one order, one of them in a case, store only one request for approval', async () => {
    const open = { order: order.number, why };
    const { number } = CaseActed.parse((await ops.call('cases', open, sue)).body).case;
    const outcome = { kind: 'refund', amount: limit + 1 };
    const close = () => ops.call(`cases/${number}/close`, { outcome, why }, sue);
    const asked = await Promise.all([refund('all'), close(), refund(limit + 1), refund(total())]);
    const refused = asked.filter(({ status }) => status !== 200).map(refusalOf);
    expect(refused).toEqual([pending, pending, pending]);
    const waiting = await app.deps.db
      .selectFrom('pending_acts')
      .select('id')
      .where('requested_by', '=', `Sue ${count}`)
      .execute();
    expect(waiting).toHaveLength(1);
  });

  test('a second refund of a top-up waits until somebody decides about the first @slow', async () => {
    const session = rider.sessionId;
    const card = await renting.addCard(rider);
    const usd = (amount: number) => ({ amount, currency: 'USD' });
    const body = { amount: usd(2000), bonus: usd(400), paymentMethodId: card };
    const options = { method: 'POST', session, key: randomUUID(), body };
    const bought = TopUp.parse((await app.call(paths.topUps, options)).body);
    await app.deps.outbox.idle();
    const back = (amount: number) =>
      ops.call(`top-ups/${bought.number}/refund`, { amount, why }, sue);
    const { approval } = await acted(back(limit + 1));
    expect(approval).toMatchObject({ state: 'open' });
    expect(refusalOf(await back(limit + 2))).toEqual(pending);
    expect((await decide('reject', approval?.id)).status).toBe(200);
    expect((await acted(back(limit + 2))).approval).toMatchObject({ state: 'open' });
  });

  test('refunds of different orders at the same time stay below the limit of a day @slow', async () => {
    const orders = [order];
    while (orders.length < 4) {
      const other = await signUp(app);
      renting = await Renting.at(app);
      orders.push(await renting.rent(other, await renting.addCard(other), 90));
    }
    const done = await Promise.all(orders.map((one) => acted(refund(100, one))));
    expect(done.filter(({ approval }) => approval === null)).toHaveLength(2);
    app.deps.clock.advance(24 * 3600);
    const next = orders[done.findIndex(({ approval }) => approval !== null)];
    expect((await acted(refund(100, next))).approval).toBeNull();
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('a refund as the outcome of a case has the same limit, and its request for approval cannot contain an answer', async () => {
    const open = { order: order.number, why };
    const { number } = CaseActed.parse((await ops.call('cases', open, sue)).body).case;
    const outcome = { kind: 'refund', amount: limit + 1 };
    const close = (more: object, key = sue) =>
      ops.call(`cases/${number}/close`, { outcome, why, ...more }, key);
    expect(refusalOf(await close({ answer: 'You get it back.' }))).toMatchObject({
      code: 'outcomeNotPossible',
    });
    expect(refusalOf(await close({}, serverKey))).toMatchObject({ code: 'ownKeyNeeded' });
    const { approval } = CaseActed.parse((await close({})).body);
    expect(refusalOf(await decide('withdraw', approval?.id))).toMatchObject({
      code: 'otherOperatorNeeded',
    });
    expect((await decide('withdraw', approval?.id, sue)).status).toBe(200);
    const small = { outcome: { kind: 'refund', amount: limit } };
    expect(CaseActed.parse((await close(small)).body)).toMatchObject({
      case: { state: 'closed' },
      approval: null,
    });
  });

  test('the end of a rental waits for an approval if it lowers the bill by more than the limit @slow', async () => {
    const started = await renting.start(rider, await renting.addCard(rider));
    const { id, number } = Order.parse(started.body);
    await renting.settle();
    const path = fillPath(paths.order, { id });
    const read = async () => Order.parse((await app.call(path, { session: rider.sessionId })).body);
    const { startedAt } = await read();
    app.deps.clock.advance(3 * 24 * 3600);
    await new RentalTimers(app.deps).runDue();
    await renting.settle();
    const billed = (await read()).total?.amount ?? 0;
    const open = { order: number, why };
    const opened = CaseActed.parse((await ops.call('cases', open, sue)).body).case;
    const at = new Date(Date.parse(startedAt ?? '') + 90 * 60_000).toISOString();
    const end = { outcome: { kind: 'endRental', at }, why };
    const answer = await ops.call(`cases/${opened.number}/close`, end, sue);
    const { case: waiting, approval } = CaseActed.parse(answer.body);
    expect(waiting.state).toBe('open');
    expect(approval?.request).toMatchObject({ pays: { amount: billed - 300, currency: 'USD' } });
    expect((await read()).total?.amount).toBe(billed);
    expect((await decide('approve', approval?.id)).status).toBe(200);
    await renting.settle();
    expect((await read()).total?.amount).toBe(300);
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('an approved refund is refused if the case was closed meanwhile', async () => {
    const { case: opened, approval } = await acted(refund(limit + 1));
    const none = { outcome: { kind: 'none' }, why };
    expect((await ops.call(`cases/${opened.number}/close`, none, sue)).status).toBe(200);
    expect(refusalOf(await decide('approve', approval?.id))).toMatchObject({ code: 'caseClosed' });
    expect(await totalNow()).toBe(total());
  });

  test('callers with the key of the server share one limit, whatever name they state @slow', async () => {
    const amount = limit - 10;
    const card = await renting.addCard(rider);
    const orders = [order];
    while (orders.length < 3) orders.push(await renting.rent(rider, card, 90));
    const codes = [];
    for (const [index, { number }] of orders.entries()) {
      const answer = await app.call(`/api/ops/orders/${number}/refund`, {
        method: 'POST',
        headers: { authorization: `Bearer ${serverKey}`, 'x-operator': `Stated ${index}` },
        key: randomUUID(),
        body: { amount, why },
      });
      codes.push(answer.status === 200 ? 'paid' : refusalOf(answer).code);
    }
    expect(codes).toEqual(['paid', 'paid', 'ownKeyNeeded']);
  });
});
