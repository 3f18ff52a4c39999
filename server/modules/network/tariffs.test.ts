import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApprovalDecided, ApprovalList } from '../../../contract/operators/approvals.ts';
import {
  AssignmentChanged,
  AssignmentList,
  TariffCreated,
  TariffList,
  TariffRead,
  type TariffTerms,
} from '../../../contract/operators/tariffs.ts';
import { KeyAdded } from '../../../contract/operators/team.ts';
import { Order } from '../../../contract/orders.ts';
import { Station } from '../../../contract/stations.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { demoTariff } from '../../../contract/testing/demoTariff.ts';
import { registerJobs } from '../../composition.ts';
import { inTransaction } from '../../db/database.ts';
import { signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { addStation, testTariff } from '../../testing/stations.ts';
import { approvalLifeMs } from '../approvals/approvals.ts';
import { brokenOperatorActions } from '../audit/operatorActions.ts';
import { saveStations } from '../stations/saveStations.ts';
import { stationRecord } from '../../testing/stations.ts';

const { id: _id, ...terms } = demoTariff;
const why = 'new prices';
const hour = 3600;

forEachEngine((engine) => {
  let app: TestApp;
  let operators: Operators;
  let ada: string;
  let bob: string;
  beforeAll(async () => {
    app = await startTestApp({
      engine,
      payments: new FakePayments(),
      env: { OPERATOR_KEY: serverKey },
    });
    registerJobs(app.deps);
    operators = new Operators(app);
    ada = await operators.add('Ada', 'administrator');
    bob = await operators.add('Bob', 'administrator');
  });
  afterAll(() => app.close());

  let made = 0;
  const create = async (change: Partial<TariffTerms> = {}) => {
    const id = `city-${++made}`;
    const body = { id, terms: { ...terms, ...change }, why };
    TariffCreated.parse((await operators.call('tariffs', body, ada)).body);
    return id;
  };
  const assign = async (tariff: string, stations: string[] | 'all', more: object = {}, by = ada) =>
    AssignmentChanged.parse(
      (await operators.call(`tariffs/${tariff}/assign`, { stations, why, ...more }, by)).body,
    );
  const approve = (id: string, by = bob) =>
    operators.call(`approvals/${id}/approve`, { why: 'agreed' }, by);
  /** Assigns a tariff from a later time on, which needs a second operator. */
  const schedule = async (tariff: string, stations: string[], startsAt: string) => {
    const { approval, assignment } = await assign(tariff, stations, { startsAt });
    expect(assignment).toBeNull();
    expect((await approve(approval?.id ?? '')).status).toBe(200);
    const { assignments } = AssignmentList.parse((await operators.call('tariff-assignments')).body);
    const scheduled = assignments.find((one) => one.tariff === tariff);
    if (!scheduled) throw new Error('the tariff is not assigned');
    return scheduled;
  };
  const end = async (id: string, more: object = {}) =>
    AssignmentChanged.parse(
      (await operators.call(`tariff-assignments/${id}/end`, { why, ...more }, ada)).body,
    );
  /** Ends an assignment with the approval of a second operator. */
  const endTogether = async (id: string, more: object = {}) => {
    const { approval } = await end(id, more);
    expect((await approve(approval?.id ?? '')).status).toBe(200);
  };
  const tariffAt = async (stationId: string) =>
    Station.parse((await app.call(fillPath(paths.station, { id: stationId }))).body).tariff.id;
  /** A station whose cabinet has connected, so that riders may use it. */
  const liveStation = () => addStation(app.deps.db, { last_seen_at: app.deps.clock.now() });
  const at = (seconds: number) =>
    new Date(app.deps.clock.now().getTime() + seconds * 1000).toISOString();
  const pass = async (seconds: number) => {
    app.deps.clock.advance(seconds);
    await app.deps.outbox.idle();
  };

  test('a created tariff has the minimum charge of the provider, and cannot be created twice', async () => {
    const id = await create();
    const { tariffs } = TariffList.parse((await operators.call('tariffs')).body);
    expect(tariffs.find(({ tariff }) => tariff.id === id)).toEqual({
      tariff: { ...terms, id, minimumCharge: app.deps.payments.minimumCharge('USD') },
      stations: 0,
    });
    expect(refusalOf(await operators.call('tariffs', { id, terms, why }, ada))).toEqual({
      status: 409,
      code: 'tariffExists',
    });
    expect(await operators.actions(id)).toMatchObject([
      { action: 'tariff.create', who: 'Ada', why, after: { id, unlockFee: 100 } },
    ]);
  });

  test('contradictory terms are refused with an explanation, and a repeated call creates one tariff', async () => {
    const wrong = { id: 'wrong', terms: { ...terms, cap: 50 }, why };
    expect((await operators.call('tariffs', wrong, ada)).body).toMatchObject({
      status: 422,
      code: 'tariffInvalid',
      detail:
        'cap (50) is below unlockFee (100); cap (50) is below the price of one period, rate (100); ' +
        'lostTotal (3000) is above what a loss costs (200 until the loss, and overdueFee 1000).',
    });
    for (const change of [{ rateMinutes: 0 }, { unlockFee: -1 }, { surprise: 1 }]) {
      const body = { id: 'wrong', terms: { ...terms, ...change }, why };
      expect((await operators.call('tariffs', body, ada)).status).toBe(400);
    }
    const key = randomUUID();
    const body = { id: 'once', terms, why };
    const calls = [1, 2, 3].map(() => operators.call('tariffs', body, ada, key));
    const answers = (await Promise.all(calls)).map((answer) => TariffCreated.parse(answer.body));
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
  });

  test('nobody can change the terms of a tariff, not even with SQL', async () => {
    const id = await create();
    await expect(
      app.deps.db
        .updateTable('tariffs')
        .set({ terms: JSON.stringify({ ...terms, id, rate: 200 }) })
        .where('id', '=', id)
        .execute(),
    ).rejects.toThrow('never change');
  });

  test('operators get the texts that riders see of a tariff, in each language', async () => {
    const id = await create();
    const { words } = TariffRead.parse((await operators.call(`tariffs/${id}`)).body);
    expect(words.en.lines).toContainEqual({ label: 'Unlock fee', value: '$1.00' });
    expect(words.en.sentences).toContain('$1.00');
    expect(words.es.lines.map(({ label }) => label)).toContain('Tarifa de desbloqueo');
    expect(words['zh-CN'].sentences).toMatch(/[一-龥]/);
    expect(refusalOf(await operators.call('tariffs/none'))).toEqual({
      status: 404,
      code: 'tariffNotFound',
    });
  });

  test('a tariff for stations whose cabinets have never connected needs only one operator', async () => {
    const station = await addStation(app.deps.db);
    const id = await create();
    const { assignment, approval } = await assign(id, [station], {}, serverKey);
    expect([assignment?.state, approval]).toEqual(['inForce', null]);
    expect(await tariffAt(station)).toBe(id);
    expect(await operators.actions(id)).toMatchObject([
      { action: 'tariff.create' },
      { action: 'tariff.assign', who: 'root', after: { tariff: id, stations: [station] } },
    ]);
  });

  test('an administrator whose access is new can neither approve a tariff nor get a requested tariff approved', async () => {
    const request = async () => (await assign(await create(), [await liveStation()])).approval?.id;
    const id = (await request()) ?? '';
    const keyOf = async (name: string, by: string) => {
      const added = await operators.call(`operators/${name}/keys`, { label: 'laptop', why }, by);
      return KeyAdded.parse(added.body).key ?? '';
    };
    await operators.call('operators', { name: 'Eve', roles: ['administrator'], why }, ada);
    const eve = await keyOf('Eve', ada);
    const tooNew = { status: 403, code: 'accessTooNew' };
    expect(refusalOf(await approve(id, eve))).toEqual(tooNew);
    const asEve = await assign(await create(), [await liveStation()], {}, eve);
    expect(refusalOf(await approve(asEve.approval?.id ?? '', ada))).toEqual(tooNew);
    await operators.call('operators', { name: 'Mallory', roles: ['administrator'], why }, eve);
    expect(refusalOf(await approve(id, await keyOf('Mallory', eve)))).toEqual(tooNew);
    await operators.add('Carl', 'administrator');
    expect(refusalOf(await approve(id, await keyOf('Carl', ada)))).toEqual(tooNew);
    await pass(24 * 3600 + 1);
    expect((await approve((await request()) ?? '', eve)).status).toBe(200);
  });

  test('a tariff for a station in use takes effect when another operator approves it', async () => {
    const station = await liveStation();
    const id = await create();
    const { assignment, approval } = await assign(id, [station]);
    expect([assignment, approval?.state]).toEqual([null, 'open']);
    expect(await tariffAt(station)).toBe(testTariff.id);
    const request = approval?.id ?? '';
    expect(refusalOf(await approve(request, ada))).toEqual({
      status: 403,
      code: 'otherOperatorNeeded',
    });
    // With the key of the server, Ada could state the name of any other operator.
    expect(refusalOf(await approve(request, serverKey))).toEqual({
      status: 403,
      code: 'ownKeyNeeded',
    });
    const decided = ApprovalDecided.parse((await approve(request)).body);
    expect(decided.approval).toMatchObject({ state: 'approved', decidedBy: 'Bob' });
    expect(await tariffAt(station)).toBe(id);
    expect(refusalOf(await approve(request))).toEqual({ status: 409, code: 'approvalClosed' });
    expect((await operators.actions(id)).slice(1)).toMatchObject([
      { action: 'tariff.assign', who: 'Ada', details: { approval: request }, after: {} },
      {
        action: 'tariff.assign',
        who: 'Ada',
        why,
        details: { approval: request, approvedBy: 'Bob' },
        after: { tariff: id, state: 'inForce' },
        // The entry of Ada has no client, because Bob sent the call.
        client: null,
        network: null,
      },
    ]);
    expect(await operators.actions(request)).toMatchObject([
      { action: 'approval.approved', who: 'Bob', why: 'agreed', client: 'key' },
    ]);
    expect(await brokenOperatorActions(app.deps.db)).toEqual([]);
  });

  test('a request that is rejected, withdrawn or expired does nothing', async () => {
    const station = await liveStation();
    const id = await create();
    const request = async () => (await assign(id, [station])).approval?.id ?? '';
    const decide = (approval: string, verb: string, by: string) =>
      operators.call(`approvals/${approval}/${verb}`, { why: 'a mistake' }, by);
    const rejected = await request();
    expect(refusalOf(await decide(rejected, 'reject', ada)).code).toBe('otherOperatorNeeded');
    expect((await decide(rejected, 'reject', bob)).body).toMatchObject({
      approval: { state: 'rejected' },
    });
    const withdrawn = await request();
    expect(refusalOf(await decide(withdrawn, 'withdraw', bob)).code).toBe('otherOperatorNeeded');
    expect((await decide(withdrawn, 'withdraw', ada)).body).toMatchObject({
      approval: { state: 'withdrawn' },
    });
    const expired = await request();
    app.deps.clock.advance(approvalLifeMs / 1000);
    for (const one of [rejected, withdrawn, expired]) {
      expect(refusalOf(await approve(one)).code).toBe('approvalClosed');
    }
    const { approvals } = ApprovalList.parse(
      (await operators.call('approvals?state=all', undefined, bob)).body,
    );
    expect(approvals.find((one) => one.id === expired)?.state).toBe('expired');
    expect(await tariffAt(station)).toBe(testTariff.id);
  });

  test('an administrator who is limited to regions can neither approve nor reject a tariff', async () => {
    await operators.call('regions', { id: 'north', name: 'The north', why });
    const cara = await operators.add('Cara', 'administrator');
    await operators.call('operators/Cara/reach', { regions: ['north'], why });
    const { approval } = await assign(await create(), [await liveStation()]);
    const id = approval?.id ?? '';
    const foreign = { status: 403, code: 'regionForeign' };
    expect(refusalOf(await approve(id, cara))).toEqual(foreign);
    expect(refusalOf(await operators.call(`approvals/${id}/reject`, { why }, cara))).toEqual(
      foreign,
    );
    expect((await approve(id)).status).toBe(200);
  });

  test('two approvals at the same time perform the act once', async () => {
    const cleo = await operators.add('Cleo', 'administrator');
    const station = await liveStation();
    const id = await create();
    const { approval } = await assign(id, [station]);
    const answers = await Promise.all([bob, cleo].map((by) => approve(approval?.id ?? '', by)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const { assignments } = AssignmentList.parse((await operators.call('tariff-assignments')).body);
    expect(assignments.filter(({ tariff }) => tariff === id)).toHaveLength(1);
  });

  test('an assignment begins and ends at its times, and then the former tariff is in force again', async () => {
    const station = await addStation(app.deps.db);
    const [summer, winter] = [await create(), await create()];
    const first = await schedule(summer, [station], at(hour));
    expect(first.state).toBe('scheduled');
    expect(await tariffAt(station)).toBe(testTariff.id);
    await pass(hour);
    expect(await tariffAt(station)).toBe(summer);
    const second = await schedule(winter, [station], at(hour));
    await endTogether(second.id, { endsAt: at(2 * hour) });
    await pass(hour);
    expect(await tariffAt(station)).toBe(winter);
    await pass(hour);
    expect(await tariffAt(station)).toBe(summer);
    await end(first.id);
    expect(await tariffAt(station)).toBe(testTariff.id);
    const twice = await operators.call(`tariff-assignments/${first.id}/end`, { why }, ada);
    expect(refusalOf(twice)).toEqual({ status: 409, code: 'assignmentEnded' });
  });

  test('a webhook reports that stations have another tariff', async () => {
    const { db } = app.deps;
    const body = { url: 'https://books.example/hook', types: ['tariff.changed'], why };
    expect((await operators.call('webhooks', body, ada)).status).toBe(201);
    const [station, another] = [await addStation(db), await addStation(db)];
    const id = await create();
    await assign(id, [station, another]);
    const messages = await db.selectFrom('webhook_messages').select(['type', 'data']).execute();
    expect(messages).toEqual([
      { type: 'tariff.changed', data: { tariff: id, former: testTariff.id, stations: 2 } },
    ]);
  });

  test('an assignment that ends before its start is never in force', async () => {
    const station = await addStation(app.deps.db);
    const id = await create();
    const { id: assignment } = await schedule(id, [station], at(hour));
    // A second operator has approved the start, so a second operator must approve the cancellation, too.
    const { assignment: cancelled, approval } = await end(assignment);
    expect([cancelled, approval?.state]).toEqual([null, 'open']);
    expect(refusalOf(await approve(approval?.id ?? '', ada)).code).toBe('otherOperatorNeeded');
    expect((await approve(approval?.id ?? '')).status).toBe(200);
    await pass(2 * hour);
    expect(await tariffAt(station)).toBe(testTariff.id);
  });

  test('an assignment to the station has precedence; otherwise the later of the import and the assignment to all stations counts', async () => {
    const { db, clock } = app.deps;
    const record = stationRecord();
    await inTransaction(db, (trx) => saveStations(trx, [record], clock.now()));
    const [everywhere, here] = [await create(), await create()];
    clock.advance(1);
    // Stations of other tests are in use, so a second operator must approve the assignment.
    const { approval } = await assign(everywhere, 'all');
    await approve(approval?.id ?? '');
    expect(await tariffAt(record.id)).toBe(everywhere);
    clock.advance(1);
    await inTransaction(db, (trx) =>
      saveStations(trx, [{ ...record, tariffId: here }], clock.now()),
    );
    expect(await tariffAt(record.id)).toBe(here);
    clock.advance(1);
    const { assignment } = await assign(everywhere, [record.id]);
    expect(await tariffAt(record.id)).toBe(everywhere);
    await end(assignment?.id ?? '');
    expect(await tariffAt(record.id)).toBe(here);
    const { assignments } = AssignmentList.parse((await operators.call('tariff-assignments')).body);
    await endTogether(assignments.find(({ stations }) => stations === 'all')?.id ?? '');
  });

  test('a start in the past and an unknown station are refused', async () => {
    const station = await addStation(app.deps.db);
    const id = await create();
    const path = `tariffs/${id}/assign`;
    const past = { stations: [station], startsAt: at(-1), why };
    expect(refusalOf(await operators.call(path, past, ada))).toEqual({
      status: 422,
      code: 'timeInvalid',
    });
    const unknown = { stations: [station, 'AAAAAAA'], why };
    expect(refusalOf(await operators.call(path, unknown, ada))).toEqual({
      status: 404,
      code: 'stationNotFound',
    });
    const none = await operators.call('tariffs/none/assign', { stations: [station], why }, ada);
    expect(refusalOf(none)).toEqual({ status: 404, code: 'tariffNotFound' });
  });

  test('a rider pays the prices at the time of the unlock, also if the tariff of the station changes later @slow', async () => {
    const renting = await Renting.at(app);
    const rider = await signUp(app);
    const card = await renting.addCard(rider);
    const { stationId } = renting.cabinet;
    const quoted = await tariffAt(stationId);
    const { id, slot } = Order.parse((await renting.start(rider, card, { tariffId: quoted })).body);
    await renting.settle();
    const dear = await create({ unlockFee: 300, lostTotal: 3200 });
    const { approval } = await assign(dear, [stationId]);
    await approve(approval?.id ?? '');
    app.deps.clock.advance(hour / 2);
    await renting.bringBack(slot ?? 0);
    const order = await app.call(fillPath(paths.order, { id }), { session: rider.sessionId });
    expect(Order.parse(order.body).total?.amount).toBe(200);
    // The next rider has seen only the former prices, so the server refuses the rental until the rider accepts the new
    // prices.
    const next = await renting.start(rider, card, { tariffId: quoted });
    expect(next.body).toMatchObject({ code: 'priceChanged' });
    expect((await renting.start(rider, card, { tariffId: dear })).status).toBe(202);
  });
});
