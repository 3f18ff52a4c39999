import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReportedParameters } from '../../../contract/cabinet/parameters.ts';
import { CommandList, CommandsSent } from '../../../contract/operators/cabinetCommands.ts';
import {
  ChargerList,
  ChargersRecalled,
  ChargersRegistered,
  FieldSession,
  FieldSessionChanged,
  FieldSessionList,
} from '../../../contract/operators/chargers.ts';
import { CaseList } from '../../../contract/operators/desk.ts';
import { OpsProblem } from '../../../contract/operators/problems.ts';
import { NotificationList } from '../../../contract/notifications.ts';
import { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/paths.ts';
import { listenToCabinets, registerOrderJobs } from '../../composition.ts';
import { checkTickets } from '../../jobs/ticketCheck.ts';
import { signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { registerChargers } from '../cabinets/stock/registerChargers.ts';
import { brokenOperatorActions, operatorActionsOn } from '../audit/operatorActions.ts';

const key = 'operators-key-of-the-tests-0123456789';
const why = 'the weekly visit';

forEachEngine((engine) => {
  let app: TestApp;
  let renting: Renting;
  let station: string;

  const open = async (env: Record<string, string> = {}) => {
    app = await startTestApp({
      engine,
      payments: new FakePayments(),
      env: { OPERATOR_KEY: key, ...env },
    });
    registerOrderJobs(app.deps);
    renting = await Renting.at(app);
    station = renting.cabinet.stationId;
  };
  beforeEach(() => open());
  afterEach(() => app.close());

  const call = (path: string, body?: object, once: string = randomUUID()) =>
    app.call(`/api/ops/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'x-operator': 'fay' },
      ...(body && { body: { why, ...body }, key: once }),
    });
  const refusalOf = async (answer: ReturnType<typeof call>) => {
    const { status, body } = await answer;
    return { status, code: OpsProblem.parse(body).code };
  };
  const list = async (query = '') =>
    ChargerList.parse((await call(`chargers?${query}`)).body).chargers;
  const statusOf = async (serial: string) =>
    (await list()).find((charger) => charger.serial === serial)?.status;
  const register = async (body: object) =>
    ChargersRegistered.parse((await call('chargers', body)).body);
  const send = async (body: object, once?: string) =>
    CommandsSent.parse((await call(`stations/${station}/commands`, body, once)).body);
  const results = async () =>
    CommandList.parse((await call(`stations/${station}/commands`)).body).commands.map(
      ({ type, slot, state, reason }) => ({ type, slot, state, reason }),
    );
  const parameters = async () =>
    CommandList.parse((await call(`stations/${station}/commands`)).body).parameters;
  const reportState = (reported: ReportedParameters) =>
    listenToCabinets(app.deps).onState(station, {
      online: true,
      bootId: renting.cabinet.bootId,
      parameters: reported,
    });
  const openCases = async () => CaseList.parse((await call('cases')).body).cases;
  const chargersAt = async () =>
    (
      await app.deps.db
        .selectFrom('stations')
        .select('chargers')
        .where('id', '=', station)
        .executeTakeFirstOrThrow()
    ).chargers;
  const inSlot = (slot: number) => renting.cabinet.slots.get(slot) ?? 'no charger';
  /** The serial number of the charger that `Renting` puts into this slot. */
  const serialOf = ({ slot }: Order) => `${station}-${slot}`;
  const pass = async (seconds: number) => {
    app.deps.clock.advance(seconds);
    renting.cabinet.heartbeat();
    await renting.settle();
  };

  test('registered chargers join the stock when somebody puts them into a cabinet', async () => {
    const range = { from: 'PB-0098', to: 'PB-0101', batch: 'B1', model: 'M5' };
    expect(await register(range)).toEqual({ registered: 4, released: 0, repeated: false });
    expect(await list('batch=B1')).toMatchObject(
      ['PB-0098', 'PB-0099', 'PB-0100', 'PB-0101'].map((serial) => ({
        serial,
        status: 'registered',
        model: 'M5',
        place: null,
      })),
    );
    renting.cabinet.push('PB-0100');
    await renting.settle();
    expect(await statusOf('PB-0100')).toBe('inStock');
    expect(await chargersAt()).toBe(4);
    expect(await openCases()).toEqual([]);
  });

  test('a registration that overlaps another registers nothing', async () => {
    const once = randomUUID();
    expect((await call('chargers', { serials: ['A1', 'A2', 'A1'] }, once)).body).toEqual({
      registered: 2,
      released: 0,
      repeated: false,
    });
    expect((await call('chargers', { serials: ['A1', 'A2', 'A1'] }, once)).body).toEqual({
      registered: 2,
      released: 0,
      repeated: true,
    });
    expect(await refusalOf(call('chargers', { from: 'A0', to: 'A9' }))).toEqual({
      status: 409,
      code: 'chargersKnown',
    });
    expect(await statusOf('A3')).toBeUndefined();
    for (const [from, to] of [
      ['A9', 'A1'],
      ['A9', 'A10'],
      ['A1', 'B2'],
      ['A000001', 'A999999'],
      ['A', 'B'],
    ]) {
      expect(await refusalOf(call('chargers', { from, to }))).toEqual({
        status: 422,
        code: 'rangeRefused',
      });
    }
    expect((await call('chargers', { serials: [] })).status).toBe(400);
    expect((await call('chargers', { serials: ['B1'], from: 'B1', to: 'B2' })).status).toBe(400);
  });

  test('an unknown charger is held back until somebody registers it', async () => {
    renting.cabinet.push('STRANGE-1');
    await renting.settle();
    expect(await statusOf('STRANGE-1')).toBe('heldBack');
    expect(await chargersAt()).toBe(3);
    expect((await openCases()).map(({ kind }) => kind)).toEqual(['unknownCharger']);
    expect(await register({ serials: ['STRANGE-1'] })).toMatchObject({ released: 1 });
    expect(await statusOf('STRANGE-1')).toBe('inStock');
    expect(await chargersAt()).toBe(4);
    expect(await openCases()).toEqual([]);
  });

  test('a field session accepts unknown chargers, and lists what came in and out', async () => {
    const opened = FieldSessionChanged.parse((await call('field-sessions', { station })).body);
    expect(await refusalOf(call('field-sessions', { station }))).toEqual({
      status: 409,
      code: 'sessionOpen',
    });
    renting.cabinet.push('NEW-1');
    await renting.settle();
    expect(await statusOf('NEW-1')).toBe('inStock');
    const first = inSlot(1);
    await send({ type: 'eject', slot: 1 });
    await renting.settle();
    const closed = FieldSessionChanged.parse(
      (await call(`field-sessions/${opened.session.id}/close`, {})).body,
    );
    expect(closed.session).toMatchObject({
      openedBy: 'fay',
      closedAt: expect.any(String),
      chargersIn: [{ serial: 'NEW-1', slot: 4 }],
      chargersOut: [{ serial: first, slot: 1 }],
    });
    renting.cabinet.push('NEW-2');
    await renting.settle();
    expect(await statusOf('NEW-2')).toBe('heldBack');
    expect(await refusalOf(call(`field-sessions/${randomUUID()}/close`, {}))).toEqual({
      status: 404,
      code: 'sessionNotFound',
    });
  });

  test('a forgotten field session stops accepting unknown chargers', async () => {
    const opened = FieldSessionChanged.parse((await call('field-sessions', { station })).body);
    await pass(8 * 60 * 60 + 1);
    renting.cabinet.push('LATE-1');
    await renting.settle();
    expect(await statusOf('LATE-1')).toBe('heldBack');
    await checkTickets(app.deps);
    expect(
      FieldSession.parse((await call(`field-sessions/${opened.session.id}`)).body),
    ).toMatchObject({
      closedAt: new Date(Date.parse(opened.session.openedAt) + 8 * 3_600_000).toISOString(),
    });
    const next = FieldSessionChanged.parse((await call('field-sessions', { station })).body);
    const read = async (query: string) =>
      FieldSessionList.parse((await call(`field-sessions?${query}`)).body);
    expect((await read(`station=${station}&state=open`)).sessions).toEqual([
      expect.objectContaining({ id: next.session.id, closedAt: null }),
    ]);
    const first = await read(`station=${station}&limit=1`);
    expect(first.sessions.map(({ id }) => id)).toEqual([next.session.id]);
    const second = await read(`station=${station}&limit=1&after=${first.after ?? ''}`);
    expect(second.sessions).toEqual([
      expect.objectContaining({ id: opened.session.id, chargersIn: 0, openedBy: 'fay' }),
    ]);
  });

  test('a field session ends after eight hours, even if the team closes it later', async () => {
    const { session } = FieldSessionChanged.parse((await call('field-sessions', { station })).body);
    await pass(8 * 60 * 60 + 30);
    const closed = FieldSessionChanged.parse(
      (await call(`field-sessions/${session.id}/close`, {})).body,
    );
    const closedAt = new Date(Date.parse(session.openedAt) + 8 * 3_600_000).toISOString();
    expect(closed.session.closedAt).toBe(closedAt);
  });

  test('a recall holds back the chargers in stock at once, and rented chargers at their return', async () => {
    const rider = await signUp(app);
    const card = await renting.addCard(rider);
    const order = Order.parse((await renting.start(rider, card)).body);
    await renting.settle();
    const rented = serialOf(order);
    const serials = (await list()).map(({ serial }) => serial);
    expect(await chargersAt()).toBe(2);
    expect(ChargersRecalled.parse((await call('recalls', { serials })).body)).toEqual({
      recalled: 3,
      rented: 1,
      repeated: false,
    });
    await app.deps.outbox.idle();
    expect(await chargersAt()).toBe(0);
    const { notifications } = NotificationList.parse(
      (await app.call(paths.notifications, { session: rider.sessionId })).body,
    );
    expect(notifications.filter(({ kind }) => kind === 'chargerRecalled')).toHaveLength(1);
    expect(await statusOf(rented)).toBe('rented');
    await renting.bringBack(order.slot ?? 0);
    expect(await statusOf(rented)).toBe('recalled');
    expect(await chargersAt()).toBe(0);
    expect(await refusalOf(call('recalls', { serials }))).toEqual({
      status: 404,
      code: 'chargerNotFound',
    });
    expect((await call(`chargers/${rented}/release`, {})).status).toBe(200);
    expect(await chargersAt()).toBe(1);
  });

  test('a retired charger never comes back into the stock', async () => {
    const serial = inSlot(1);
    expect((await call(`chargers/${serial}/retire`, {})).body).toMatchObject({
      charger: { serial, status: 'retired' },
    });
    expect(await chargersAt()).toBe(2);
    for (const verb of ['release', 'hold-back']) {
      expect(await refusalOf(call(`chargers/${serial}/${verb}`, {}))).toEqual({
        status: 409,
        code: 'chargerBusy',
      });
    }
    await send({ type: 'eject', slot: 1 });
    await renting.settle();
    renting.cabinet.push(serial);
    await renting.settle();
    expect(await statusOf(serial)).toBe('retired');
    expect(await chargersAt()).toBe(2);
    expect(await brokenOperatorActions(app.deps.db)).toEqual([]);
  });

  test('nobody can hold back, release or retire a charger that a rider has @slow', async () => {
    const rider = await signUp(app);
    const order = Order.parse((await renting.start(rider, await renting.addCard(rider))).body);
    await renting.settle();
    for (const verb of ['hold-back', 'release', 'retire']) {
      expect(await refusalOf(call(`chargers/${serialOf(order)}/${verb}`, {}))).toEqual({
        status: 409,
        code: 'chargerBusy',
      });
    }
    expect(await refusalOf(call('chargers/NOBODY/retire', {}))).toEqual({
      status: 404,
      code: 'chargerNotFound',
    });
  });

  test('an eject by an operator bills nobody and opens no case', async () => {
    const serial = inSlot(2);
    const once = randomUUID();
    const [command] = (await send({ type: 'eject', serial }, once)).commands;
    expect(command).toMatchObject({ slot: 2, charger: serial, state: 'sent', askedBy: 'fay' });
    // Until the cabinet answers, nobody can rent the charger, and no second command ejects it.
    expect(await chargersAt()).toBe(2);
    expect(
      await refusalOf(call(`stations/${station}/commands`, { type: 'eject', slot: 2 })),
    ).toEqual({ status: 409, code: 'slotBusy' });
    expect(await send({ type: 'eject', serial }, once)).toMatchObject({
      commands: [{ id: command?.id }],
      repeated: true,
    });
    await renting.settle();
    expect(await results()).toEqual([{ type: 'eject', slot: 2, state: 'done', reason: null }]);
    expect(renting.cabinet.ejections.size).toBe(1);
    expect(await statusOf(serial)).toBe('registered');
    expect(await openCases()).toEqual([]);
    renting.cabinet.report();
    await renting.settle();
    expect(await openCases()).toEqual([]);
  });

  test('an eject of all chargers omits a charger that a rider is about to get @slow', async () => {
    const rider = await signUp(app);
    const order = Order.parse((await renting.start(rider, await renting.addCard(rider))).body);
    const { commands } = await send({ type: 'ejectAll' });
    expect(commands).toHaveLength(2);
    expect(commands.map(({ slot }) => slot)).not.toContain(order.slot);
    await renting.settle();
    expect([...renting.cabinet.slots.values()]).toEqual([null, null, null, null]);
    expect(await statusOf(serialOf(order))).toBe('rented');
    expect((await results()).map(({ state }) => state)).toEqual(['done', 'done']);
    expect(await openCases()).toEqual([]);
  });

  test('if two operators eject a charger at the same time, one of them is refused @slow', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => call(`stations/${station}/commands`, { type: 'eject', slot: 3 })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 409]));
  });

  test('an eject from a jammed slot fails, and nobody can rent from the slot @slow', async () => {
    renting.cabinet.behaviour.jams = true;
    await send({ type: 'eject', slot: 1 });
    await renting.settle();
    expect(await results()).toEqual([
      { type: 'eject', slot: 1, state: 'failed', reason: 'jammed' },
    ]);
    expect(await chargersAt()).toBe(2);
    renting.cabinet.report();
    await renting.settle();
    expect(await chargersAt()).toBe(2);
  });

  test('the inventory decides an eject that the cabinet did not answer @slow', async () => {
    renting.cabinet.isConnected = false;
    await send({ type: 'eject', slot: 1 });
    await app.deps.outbox.idle();
    app.gateway.commands.splice(0);
    renting.cabinet.report();
    await renting.settle();
    // An inventory that arrives before the command expires does not prove the result of the
    // command.
    expect((await results())[0]).toMatchObject({ state: 'sent' });
    await pass(36);
    renting.cabinet.report();
    await renting.settle();
    expect((await results())[0]).toMatchObject({ state: 'failed', reason: 'noAnswer' });
    expect(await chargersAt()).toBe(3);
  });

  test('a charger that comes out after its command has failed opens a case @slow', async () => {
    const serial = inSlot(1);
    await send({ type: 'eject', slot: 1 });
    await app.deps.outbox.idle();
    const sent = app.gateway.commands.splice(0).find(({ command }) => command.type === 'eject');
    await pass(36);
    renting.cabinet.report();
    await renting.settle();
    expect((await results())[0]).toMatchObject({ state: 'failed', reason: 'noAnswer' });
    renting.cabinet.behaviour.ignoresExpiry = true;
    if (sent) renting.cabinet.inbox.push(sent.command);
    await renting.settle();
    expect(await statusOf(serial)).toBe('missing');
    expect(await chargersAt()).toBe(2);
    expect((await openCases()).map(({ kind }) => kind)).toEqual(['unaskedEject']);
  });

  test('nobody registers a retired charger again', async () => {
    renting.cabinet.push('OLD-1');
    await renting.settle();
    expect((await call('chargers/OLD-1/retire', {})).status).toBe(200);
    expect(await refusalOf(call('chargers', { from: 'OLD-0', to: 'OLD-5' }))).toEqual({
      status: 409,
      code: 'chargersKnown',
    });
    expect(await statusOf('OLD-1')).toBe('retired');
    expect(await statusOf('OLD-2')).toBeUndefined();
    // Another operator may retire a charger after the first check of a registration.
    const model = { batch: null, model: null };
    const registerLate = (work: UnitOfWork) => registerChargers(work, ['OLD-1'], model);
    expect(await transact(app.deps, registerLate)).toBeNull();
  });

  test('if two concurrent registrations overlap, one of them is refused', async () => {
    const answers = await Promise.all([
      call('chargers', { from: 'R-1', to: 'R-6', batch: 'B1' }),
      call('chargers', { from: 'R-4', to: 'R-9', batch: 'B2' }),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(new Set((await list()).flatMap(({ batch }) => batch ?? []))).toHaveLength(1);
  });

  test('if a cabinet does not answer an eject, the result is unknown, and a late answer still counts @slow', async () => {
    const serial = inSlot(1);
    await send({ type: 'eject', slot: 1 });
    await app.deps.outbox.idle();
    const sent = app.gateway.commands.splice(0).find(({ command }) => command.type === 'eject');
    for (let step = 0; step < 8; step++) {
      app.deps.clock.advance(30);
      await app.deps.outbox.idle();
    }
    app.gateway.commands.splice(0);
    expect((await results())[0]).toMatchObject({ state: 'unknown' });
    if (sent) {
      renting.cabinet.behaviour.ignoresExpiry = true;
      renting.cabinet.inbox.push(sent.command);
    }
    await renting.settle();
    expect((await results())[0]).toMatchObject({ state: 'done' });
    expect(await statusOf(serial)).toBe('registered');
    expect((await openCases()).map(({ kind }) => kind)).toEqual([]);
  });

  test('a cabinet locks, unlocks, restarts and reports, and each command gets its result @slow', async () => {
    for (const body of [
      { type: 'lock', slot: 2 },
      { type: 'unlock', slot: 2 },
      { type: 'restart' },
      { type: 'inventory' },
    ]) {
      await send(body);
      await renting.settle();
      // Like a real cabinet, the simulated cabinet publishes its state after a restart. The server then asks for the
      // inventory.
      const { bootId } = renting.cabinet;
      await listenToCabinets(app.deps).onState(station, { online: true, bootId });
      await renting.settle();
      expect((await results())[0]).toMatchObject({ type: body.type, state: 'done' });
      expect(await chargersAt()).toBe(body.type === 'lock' ? 2 : 3);
    }
  });

  test('a cabinet sets a parameter, and the list shows the value that it reports @slow', async () => {
    await reportState({ volume: 50, brightness: 70 });
    const once = randomUUID();
    const asked = { type: 'setParameter', name: 'volume', value: 0 };
    expect((await send(asked, once)).commands).toMatchObject([
      { type: 'setParameter', parameter: 'volume', value: 0, slot: null, state: 'sent' },
    ]);
    expect(await send(asked, once)).toMatchObject({ repeated: true });
    expect(await parameters()).toEqual({ volume: 50, brightness: 70 });
    await renting.settle();
    expect((await results())[0]).toMatchObject({ state: 'done', reason: null });
    expect(renting.cabinet.parameters).toEqual({ volume: 0 });
    await reportState({ volume: 0, brightness: 70 });
    expect(await parameters()).toEqual({ volume: 0, brightness: 70 });
    // The simulated cabinet has no parameter `brightness`, although the test reported one for it.
    await send({ type: 'setParameter', name: 'brightness', value: 100 });
    await renting.settle();
    expect((await results())[0]).toMatchObject({ state: 'failed', reason: 'unsupported' });
    const acts = await operatorActionsOn(app.deps.db, [station]);
    expect(acts[0]).toMatchObject({ action: 'cabinet.setParameter', who: 'fay', why });
    expect(acts[0]?.details).toMatchObject({ name: 'volume', value: 0 });
  });

  test('a command fails if the cabinet sets the parameter to another value', async () => {
    await reportState({ volume: 50 });
    await send({ type: 'setParameter', name: 'volume', value: 55 });
    await app.deps.outbox.idle();
    const sent = app.gateway.commands.splice(0).find(({ command }) => 'value' in command);
    const answer = { type: 'parameterSet', name: 'volume', value: 60 } as const;
    const place = { bootId: renting.cabinet.bootId, seq: 900, oldest: 900, at: null };
    const command = sent?.command.id ?? '';
    await listenToCabinets(app.deps).onEvent(station, { ...answer, ...place, command });
    expect((await results())[0]).toMatchObject({ state: 'failed', reason: 'otherValue' });
  });

  test('a late answer of a cabinet does not replace the value of a newer state message', async () => {
    await reportState({ volume: 50 });
    await send({ type: 'setParameter', name: 'volume', value: 55 });
    await app.deps.outbox.idle();
    const sent = app.gateway.commands.splice(0).find(({ command }) => 'value' in command);
    // Somebody changed the volume at the cabinet before the cabinet was online again.
    await reportState({ volume: 30 });
    const answer = { type: 'parameterSet', name: 'volume', value: 55 } as const;
    const place = { bootId: renting.cabinet.bootId, seq: 900, oldest: 900, at: null };
    const command = sent?.command.id ?? '';
    await listenToCabinets(app.deps).onEvent(station, { ...answer, ...place, command });
    expect((await results())[0]).toMatchObject({ state: 'done' });
    expect(await parameters()).toEqual({ volume: 30 });
  });

  test('a state message with the value ends the last command for the parameter', async () => {
    await reportState({ volume: 50 });
    const states = async () => (await results()).map(({ state }) => state);
    await send({ type: 'setParameter', name: 'volume', value: 55 });
    await reportState({ volume: 50 });
    expect(await states()).toEqual(['sent']);
    await reportState({ volume: 55 });
    expect(await states()).toEqual(['done']);

    await send({ type: 'setParameter', name: 'volume', value: 60 });
    for (let step = 0; step < 8; step++) {
      app.deps.clock.advance(30);
      await app.deps.outbox.idle();
    }
    expect(await states()).toEqual(['unknown', 'done']);
    await reportState({ volume: 50 });
    await send({ type: 'setParameter', name: 'volume', value: 70 });
    // The cabinet reports the value of the earlier command, which has already ended as `unknown`. So the report does
    // not end the newer command.
    await reportState({ volume: 60 });
    expect(await states()).toEqual(['sent', 'unknown', 'done']);
    await reportState({ volume: 70 });
    expect(await states()).toEqual(['done', 'unknown', 'done']);
  });

  test('without an answer of the cabinet, the result of a parameter is unknown until the answer comes', async () => {
    await reportState({ volume: 50 });
    await send({ type: 'setParameter', name: 'volume', value: 55 });
    await app.deps.outbox.idle();
    const sent = app.gateway.commands.splice(0).find(({ command }) => 'value' in command);
    for (let step = 0; step < 8; step++) {
      app.deps.clock.advance(30);
      await app.deps.outbox.idle();
    }
    // The server does not ask for an inventory, because an inventory does not contain parameters.
    expect(app.gateway.commands.splice(0).map(({ command }) => command.type)).toEqual([]);
    expect((await results())[0]).toMatchObject({ state: 'unknown' });
    if (sent) renting.cabinet.inbox.push(sent.command);
    await renting.settle();
    expect((await results())[0]).toMatchObject({ state: 'done' });
  });

  test('a parameter is refused if the cabinet does not report it, or if the value is outside of its limits', async () => {
    const set = (name: string, value: number) =>
      refusalOf(call(`stations/${station}/commands`, { type: 'setParameter', name, value }));
    const unsupported = { status: 409, code: 'commandUnsupported' };
    // This cabinet has reported neither commands nor parameters.
    expect(await set('volume', 50)).toEqual(unsupported);
    await reportState({ volume: 50 });
    expect(await set('brightness', 50)).toEqual(unsupported);
    const invalid = { status: 400, code: 'invalidInput' };
    for (const [name, value] of [
      ['volume', 101],
      ['volume', 1.5],
      ['heartbeatSeconds', 19],
      ['heartbeatSeconds', 41],
      ['colour', 1],
    ] as const) {
      expect(await set(name, value)).toEqual(invalid);
    }
    await listenToCabinets(app.deps).onState(station, {
      online: true,
      commands: ['eject'],
      parameters: { volume: 50 },
    });
    expect(await set('volume', 50)).toEqual(unsupported);
    expect(app.gateway.commands.filter(({ command }) => 'value' in command)).toEqual([]);
    expect(await results()).toEqual([]);
  });

  test('a command is refused if the cabinet does not support it or is not connected', async () => {
    const restart = () => refusalOf(call(`stations/${station}/commands`, { type: 'restart' }));
    await listenToCabinets(app.deps).onState(station, { online: true, commands: ['eject'] });
    expect(await restart()).toEqual({ status: 409, code: 'commandUnsupported' });
    await listenToCabinets(app.deps).onState(station, { online: false });
    expect(await restart()).toEqual({ status: 409, code: 'cabinetOffline' });
    expect(app.gateway.commands.filter(({ command }) => command.type === 'restart')).toEqual([]);
  });

  test('with UNKNOWN_CHARGERS=holdBack, an inventory adds only registered chargers', async () => {
    await app.close();
    await open({ UNKNOWN_CHARGERS: 'holdBack' });
    expect(await chargersAt()).toBe(0);
    expect(await openCases()).toHaveLength(3);
    const serials = [1, 2].map(inSlot);
    expect(await register({ serials })).toMatchObject({ released: 2 });
    expect(await chargersAt()).toBe(2);
    expect(await openCases()).toHaveLength(1);
  });
});
