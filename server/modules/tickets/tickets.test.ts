import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SlotStatus } from '../../../contract/cabinet/messages.ts';
import { OpsProblem } from '../../../contract/operators/problems.ts';
import { TicketChanged, TicketList, type TicketKind } from '../../../contract/operators/tickets.ts';
import { paths } from '../../../contract/paths.ts';
import { listenToCabinets, registerJobs } from '../../composition.ts';
import { checkTickets } from '../../jobs/ticketCheck.ts';
import { signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { RecordingMail } from '../../testing/recordingProviders.ts';
import { Renting } from '../../testing/renting.ts';
import { transact } from '../../db/unitOfWork.ts';
import { syncTickets } from './syncTickets.ts';
import { hourMs, hourOfWeek } from '../usualCounts/hourOfWeek.ts';

const key = 'operators-key-of-the-tests-0123456789';
const why = 'on my tour';
const minute = 60;

forEachEngine((engine) => {
  let app: TestApp;
  let mail: RecordingMail;
  let renting: Renting;
  let station: string;

  beforeEach(async () => {
    mail = new RecordingMail();
    app = await startTestApp({
      engine,
      mail,
      payments: new FakePayments(),
      env: { OPERATOR_KEY: key },
    });
    registerJobs(app.deps);
    renting = await Renting.at(app);
    station = renting.cabinet.stationId;
  });
  afterEach(() => app.close());

  const call = (path: string, body?: object) =>
    app.call(`/api/ops/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'x-operator': 'fay' },
      ...(body && { body: { why, ...body }, key: randomUUID() }),
    });
  const tickets = async (query = '') =>
    TicketList.parse((await call(`tickets?${query}`)).body).tickets;
  const kinds = async () => (await tickets()).map(({ kind }) => kind);
  const listener = () => listenToCabinets(app.deps);
  let seq = 1000;
  /** Sends a message in the name of the cabinet, because the fake cabinet cannot send it. */
  const send = (body: object) =>
    listener().onEvent(station, {
      type: 'heartbeat',
      signal: -60,
      bootId: renting.cabinet.bootId,
      seq: seq++,
      oldest: seq,
      at: app.deps.clock.now().toISOString(),
      ...body,
    });
  const showSlot = (status: SlotStatus) =>
    send({
      type: 'inventory',
      slots: [1, 2, 3, 4].map((slot) => ({
        slot,
        charger: slot === 4 ? null : `${station}-${slot}`,
        level: slot === 4 ? null : 100,
        status: slot === 1 ? status : 'ok',
      })),
    });
  const check = async (minutes = 0) => {
    app.deps.clock.advance(minutes * minute);
    await checkTickets(app.deps);
    await app.deps.outbox.idle();
  };
  /** Expects that a transaction of this database waits for another. */
  const expectWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.deps.db);
    expect(rows).toHaveLength(1);
  };
  const setAlerts = (quietHours: object | null) =>
    call('me/alerts', { alerts: { email: 'fay@example.com', quietHours } });

  test('a disconnected cabinet opens one ticket with one mail, and its reconnection closes the ticket', async () => {
    await setAlerts(null);
    await check();
    expect(await tickets()).toEqual([]);
    await listener().onState(station, { online: false });
    await check(9);
    expect(await tickets()).toEqual([]);
    await check(2);
    await check(1);
    await check(5);
    const [ticket, ...others] = await tickets();
    expect(others).toEqual([]);
    expect(ticket).toMatchObject({ kind: 'dark', state: 'open', station, slot: null });
    expect(mail.mails).toEqual([
      expect.objectContaining({
        to: 'fay@example.com',
        subject: `${ticket?.number}: dark at ${station}`,
      }),
    ]);
    const { bootId } = renting.cabinet;
    await listener().onState(station, { online: true, bootId });
    await check();
    expect(await tickets()).toEqual([]);
    expect(await tickets('state=done')).toMatchObject([
      { number: ticket?.number, closedBy: 'server' },
    ]);
    expect(mail.mails).toHaveLength(1);
  });

  const rules: [TicketKind, string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['hot', 'an overheated slot', () => showSlot('overheated'), () => showSlot('ok')],
    ['jammed', 'a jammed slot', () => showSlot('jammed'), () => showSlot('ok')],
    ['jammed', 'a broken lock', () => showSlot('lockFault'), () => showSlot('ok')],
    [
      'slotFault',
      'a slot that does not charge',
      () => showSlot('chargeFault'),
      () => showSlot('ok'),
    ],
    ['hot', 'a hot cabinet', () => send({ temperature: 71 }), () => send({ temperature: 40 })],
    ['powerLoss', 'no mains', () => send({ mains: false }), () => send({ mains: true })],
    [
      'chargerHeldBack',
      'a charger that is held back',
      () => call(`chargers/${station}-1/hold-back`, {}),
      () => call(`chargers/${station}-1/release`, {}),
    ],
  ];
  test.each(rules)(
    '%s: %s opens one ticket, which closes when the condition ends',
    async (kind, _what, begin, end) => {
      await begin();
      await check();
      await check(1);
      expect(await kinds()).toEqual([kind]);
      await end();
      await check();
      expect(await kinds()).toEqual([]);
    },
  );

  test('low: a station that usually loses its chargers at this time has one ticket until somebody brings chargers', async () => {
    const { db, clock } = app.deps;
    const { chargers, time_zone: zone } = await db
      .selectFrom('stations')
      .select(['chargers', 'time_zone'])
      .where('id', '=', station)
      .executeTakeFirstOrThrow();
    // Start at half past an hour, so that the test does not reach the next hour, which has other usual counts.
    const half = hourMs / 2;
    clock.advance((hourMs + half - (clock.now().getTime() % hourMs)) / 1000);
    for (const [later, usual] of [6, 5, 6 - chargers, 0].entries()) {
      const hour = hourOfWeek(new Date(clock.now().getTime() + later * hourMs), zone);
      const counts = { chargers: usual, free_slots: 8 - usual, samples: 3 };
      await db
        .insertInto('usual_counts')
        .values({ station_id: station, hour, ...counts, sampled_at: clock.now() })
        .execute();
    }
    await check();
    await check(1);
    expect(await kinds()).toEqual(['low']);
    renting.cabinet.push('PB-1');
    await call('chargers', { serials: ['PB-1'] });
    await renting.settle();
    await check();
    expect(await kinds()).toEqual([]);
  });

  test('a hot cabinet that goes offline stays hot until it reports again', async () => {
    await send({ temperature: 71 });
    await check();
    await listener().onState(station, { online: false });
    await check(11);
    expect((await kinds()).toSorted()).toEqual(['dark', 'hot']);
    await listener().onState(station, { online: true, bootId: renting.cabinet.bootId });
    await send({ temperature: 30 });
    await check();
    expect(await kinds()).toEqual([]);
  });

  test('a value that moves around its limit raises one alert, and opens the same ticket again', async () => {
    await setAlerts(null);
    for (const temperature of [61, 58, 61, 58, 61]) {
      await send({ temperature });
      await check(1);
    }
    expect(await kinds()).toEqual(['hot']);
    expect(await tickets('state=done')).toEqual([]);
    expect(mail.mails).toHaveLength(1);
  });

  test('nobody can rent a charger from an overheated slot', async () => {
    const rider = await signUp(app);
    const card = await renting.addCard(rider);
    await send({
      type: 'inventory',
      slots: [1, 2, 3].map((slot) => ({
        slot,
        charger: `${station}-${slot}`,
        level: 100,
        status: 'overheated',
      })),
    });
    const answer = await app.call(paths.rentals, renting.request(rider, card));
    expect(answer.body).toMatchObject({ code: 'noChargers' });
    await check();
    // Tickets that one check opens are listed in any order.
    const raised = (await tickets()).map(({ kind, slot }) => `${kind} ${slot}`);
    expect(raised.toSorted()).toEqual(['hot 1', 'hot 2', 'hot 3']);
  });

  test('an empty station gets a ticket only after a while @slow', async () => {
    await call(`stations/${station}/commands`, { type: 'ejectAll' });
    await renting.settle();
    await check(59);
    renting.cabinet.heartbeat();
    await renting.settle();
    expect(await kinds()).toEqual([]);
    app.deps.clock.advance(2 * minute);
    renting.cabinet.heartbeat();
    await renting.settle();
    await check();
    expect(await kinds()).toEqual(['empty']);
  });

  test('four boots within an hour are a restart loop', async () => {
    for (let boot = 0; boot < 3; boot++) {
      await check();
      expect(await kinds()).toEqual([]);
      app.deps.clock.advance(5 * minute);
      await listener().onState(station, { online: true, bootId: `loop-${boot}`, firmware: '1.4' });
    }
    await check();
    expect(await kinds()).toEqual(['restartLoop']);
    app.deps.clock.advance(60 * minute);
    await listener().onState(station, { online: true, bootId: 'loop-2' });
    await check();
    expect(await kinds()).toEqual([]);
  });

  test('an operator takes and closes a ticket, and the rule waits before it opens another', async () => {
    await call(`chargers/${station}-1/hold-back`, {});
    await check();
    const number = (await tickets())[0]?.number ?? '';
    const taken = TicketChanged.parse((await call(`tickets/${number}/take`, {})).body);
    expect(taken.ticket).toMatchObject({ state: 'onTheWay', takenBy: 'fay' });
    const done = TicketChanged.parse((await call(`tickets/${number}/done`, {})).body);
    expect(done.ticket).toMatchObject({ state: 'done', closedBy: 'fay' });
    const again = await call(`tickets/${number}/done`, {});
    expect({ status: again.status, code: OpsProblem.parse(again.body).code }).toEqual({
      status: 409,
      code: 'ticketDone',
    });
    expect((await call('tickets/K-NONE-NONE/take', {})).status).toBe(404);
    await check(1);
    expect(await kinds()).toEqual([]);
    await check(60);
    expect(await kinds()).toContain('chargerHeldBack');
  });

  test('two checks at once open one ticket', async () => {
    await call(`chargers/${station}-1/hold-back`, {});
    let second: Promise<unknown> = Promise.resolve();
    await transact(app.deps, async (work) => {
      await syncTickets(work, app.deps.settings.tickets);
      second = checkTickets(app.deps);
      // PGlite has only one connection, so the second check has to wait there even without a lock.
      if (engine === 'postgres') await vi.waitFor(expectWaiting);
    });
    await second;
    expect(await kinds()).toEqual(['chargerHeldBack']);
  });

  test('an alert waits for the end of the quiet hours, and is not sent if the operator switches alerts off meanwhile', async () => {
    const now = app.deps.clock.now();
    const at = (hours: number) =>
      new Date(now.getTime() + hours * 3_600_000).toISOString().slice(11, 16);
    const quietHours = { from: at(-1), to: at(2), timeZone: 'UTC' };
    expect((await setAlerts(quietHours)).body).toMatchObject({ alerts: { quietHours } });
    expect((await setAlerts({ ...quietHours, timeZone: 'Mars/Base' })).status).toBe(400);
    await call(`chargers/${station}-1/hold-back`, {});
    await check();
    expect(mail.mails).toEqual([]);
    app.deps.clock.advance(121 * minute);
    await app.deps.outbox.idle();
    expect(mail.mails).toHaveLength(1);
    await setAlerts(quietHours);
    app.deps.clock.advance(23 * 60 * minute);
    await call(`chargers/${station}-2/hold-back`, {});
    await check();
    await call('me/alerts', { alerts: null });
    app.deps.clock.advance(180 * minute);
    await app.deps.outbox.idle();
    expect(mail.mails).toHaveLength(1);
  });

  test('many tickets at once cause one mail', async () => {
    await setAlerts(null);
    for (const slot of [1, 2, 3]) await call(`chargers/${station}-${slot}/hold-back`, {});
    await check();
    expect(mail.mails.map(({ subject }) => subject)).toEqual(['3 new tickets']);
  });
});
