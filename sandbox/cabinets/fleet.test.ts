import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MovableClock } from '../../server/time/clock.ts';
import type { Broker } from '../../server/gateway/broker.ts';
import type { CabinetCommand, CabinetEvent } from '../../contract/cabinet/messages.ts';
import type { ParameterName } from '../../contract/cabinet/parameters.ts';
import { createMqttGateway, type MqttGateway } from '../../server/gateway/mqttGateway.ts';
import {
  RecordingListener,
  RecordingLog,
  secretOf,
  startTestBroker,
} from '../../server/gateway/testing.ts';
import { JsonFile } from '../jsonFile.ts';
import { seededRandom } from '../random.ts';
import { StoredCabinet, newParameters } from './cabinetState.ts';
import { Fleet, NotHereError, type CabinetPlan } from './fleet.ts';
import { CabinetRefusal } from './mechanics.ts';

const home = 'AAAAAAA';
const other = 'BBBBBBB';
const plans: CabinetPlan[] = [
  {
    id: home,
    name: 'Home',
    scenario: 'ready',
    slots: [{ charger: 'PB-1', level: 90 }, { charger: 'PB-2', level: 80 }, null, null],
  },
  { id: other, name: 'Other', scenario: null, slots: [null, null, null, null] },
];

let dataDir: string;
let broker: Broker;
let gateway: MqttGateway;
let listener: RecordingListener;
let clock: MovableClock;
let fleet: Fleet;

function openFleet(): Fleet {
  return new Fleet({
    plans,
    dataDir,
    brokerUrl: broker.url,
    secretOf,
    clock,
    random: seededRandom(7),
    newSerial: () => `PB-new-${randomUUID().slice(0, 8)}`,
    log: new RecordingLog(),
  });
}

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'fleet-'));
  clock = new MovableClock();
  const log = new RecordingLog();
  broker = await startTestBroker(log, [home, other]);
  gateway = createMqttGateway({
    url: broker.url,
    credentials: broker.server,
    shared: false,
    log,
  });
  listener = new RecordingListener();
  await gateway.start(listener);
  fleet = openFleet();
  fleet.start();
  fleet.turnAll({ answerDelayMs: 0 });
  await fleet.settled(5_000);
  listener.events.length = 0;
});

afterEach(async () => {
  await fleet.stop();
  await gateway.stop();
  await broker.close();
  await rm(dataDir, { recursive: true });
});

function eject(charger: string, expiresInMs = 30_000): CabinetCommand {
  const expiresAt = new Date(clock.now().getTime() + expiresInMs).toISOString();
  return { id: randomUUID(), type: 'eject', charger, slot: 1, expiresAt };
}

function inventory(): CabinetCommand {
  return { id: randomUUID(), type: 'inventory', expiresAt: new Date(0).toISOString() };
}

async function answers(count: number, stationId = home): Promise<CabinetEvent[]> {
  await listener.until(() => listener.eventsOf(stationId).length >= count);
  await fleet.settled(5_000);
  return listener.eventsOf(stationId);
}

const slotsOf = (id: string) => fleet.view(id).slots.map(({ charger }) => charger);

test('an eject releases the requested charger, which is outside afterwards', async () => {
  const command = eject('PB-2');
  await gateway.send(home, command);
  const [event] = await answers(1);
  expect(event).toMatchObject({ type: 'ejected', command: command.id, slot: 2, charger: 'PB-2' });
  expect(slotsOf(home)).toEqual(['PB-1', null, null, null]);
  expect(fleet.chargersOut()).toMatchObject([{ charger: 'PB-2', takenFrom: home }]);
});

test('a repeated command gets its first answer again and has no effect', async () => {
  const command = eject('PB-1');
  await gateway.send(home, command);
  await answers(1);
  await gateway.send(home, command);
  const [first, second] = await answers(2);
  expect(second).toMatchObject({ type: 'ejected', command: command.id, charger: 'PB-1' });
  expect(second?.seq).toBe((first?.seq ?? 0) + 1);
  expect(slotsOf(home)).toEqual([null, 'PB-2', null, null]);
});

test('if a cabinet does not remember commands, a repeated command ejects a second charger', async () => {
  fleet.cabinet(home).turn({ noCommandMemory: true });
  const command = eject('PB-1');
  await gateway.send(home, command);
  await gateway.send(home, command);
  const events = await answers(2);
  expect(events.map((event) => 'charger' in event && event.charger)).toEqual(['PB-1', 'PB-2']);
});

test('an expired command is refused, unless a knob makes the cabinet ignore the expiry', async () => {
  await gateway.send(home, eject('PB-1', -1000));
  expect((await answers(1))[0]).toMatchObject({ type: 'ejectFailed', reason: 'expired' });
  fleet.cabinet(home).turn({ ignoreExpiry: true });
  await gateway.send(home, eject('PB-1', -1000));
  expect((await answers(2))[1]).toMatchObject({ type: 'ejected', charger: 'PB-1' });
});

test.each(['jammed', 'notFound', 'busy', 'unreadable', 'timeout'] as const)(
  'a cabinet refuses as many ejects as the knob sets, with the reason %s',
  async (reason) => {
    fleet.cabinet(home).turn({ eject: reason, ejectTimes: 1 });
    await gateway.send(home, eject('PB-1'));
    expect((await answers(1))[0]).toMatchObject({ type: 'ejectFailed', reason });
    await gateway.send(home, eject('PB-1'));
    expect((await answers(2))[1]).toMatchObject({ type: 'ejected' });
  },
);

test('with some knobs, a cabinet does not answer an eject: the charger comes out, or it stays inside', async () => {
  fleet.cabinet(home).turn({ eject: 'silent', ejectTimes: 1 });
  await gateway.send(home, eject('PB-1'));
  await gateway.send(home, inventory());
  const [shown] = await answers(1);
  expect(shown).toMatchObject({
    type: 'inventory',
    slots: [{ slot: 1, charger: null }, {}, {}, {}],
  });
  fleet.cabinet(home).turn({ eject: 'dead' });
  await gateway.send(home, eject('PB-2'));
  await gateway.send(home, inventory());
  await answers(2);
  expect(slotsOf(home)).toEqual([null, 'PB-2', null, null]);
});

test('a cabinet keeps the value of a parameter without power, and reports it', async () => {
  const set = (name: ParameterName, value: number, expiresInMs = 30_000): CabinetCommand => {
    const expiresAt = new Date(clock.now().getTime() + expiresInMs).toISOString();
    return { id: randomUUID(), type: 'setParameter', name, value, expiresAt };
  };
  const reported = () =>
    listener.states.findLast(({ stationId }) => stationId === home)?.state.parameters;
  const command = set('volume', 15);
  await gateway.send(home, command);
  await answers(1);
  await gateway.send(home, command);
  const [done, again] = await answers(2);
  const answer = { type: 'parameterSet', command: command.id, name: 'volume', value: 15 };
  expect([done, again]).toMatchObject([answer, answer]);
  await listener.until(() => reported()?.volume === 15);
  await gateway.send(home, set('heartbeatSeconds', 41));
  expect((await answers(3))[2]).toMatchObject({ type: 'parameterFailed', reason: 'outOfRange' });
  await gateway.send(home, set('brightness', 1, -1000));
  expect((await answers(4))[3]).toMatchObject({ type: 'parameterFailed', reason: 'expired' });

  await fleet.stop();
  fleet = openFleet();
  fleet.start();
  fleet.cabinet(home).turn({ powerCut: true });
  fleet.cabinet(home).turn({ powerCut: false });
  await fleet.settled(5_000);
  expect(fleet.view(home).parameters).toEqual({
    volume: 15,
    brightness: 80,
    heartbeatSeconds: 30,
  });
});

test.each(['lock', 'restart'] as const)(
  'a cabinet stores a %s and its effect in one write, so that a crash cannot lose only one of them',
  async (type) => {
    const file = new JsonFile(
      path.join(dataDir, 'sandbox', 'cabinets', `${home}.json`),
      StoredCabinet,
    );
    const { bootId } = fleet.view(home);
    const id = randomUUID();
    /** Each stored state may be the last one before a crash. */
    const stored: { isKnown: boolean; isDone: boolean; isOff: boolean }[] = [];
    fleet.on('changed', () => {
      const state = file.read();
      if (state === null) return;
      const isLocked = state.slots[0]?.status === 'disabled';
      stored.push({
        isKnown: state.memory.some((command) => command.id === id),
        isDone: type === 'lock' ? isLocked : state.bootId !== bootId,
        isOff: state.powerOffUntil !== null,
      });
    });
    await gateway.send(home, { id, type, slot: 1, expiresAt: new Date(0).toISOString() });
    await answers(1);
    expect(stored).toContainEqual({ isKnown: true, isDone: true, isOff: false });
    expect(stored).not.toContainEqual(expect.objectContaining({ isKnown: true, isDone: false }));
    expect(stored).not.toContainEqual(expect.objectContaining({ isKnown: false, isDone: true }));
    expect(stored).not.toContainEqual(expect.objectContaining({ isOff: true }));
  },
);

test('a stored cabinet of an earlier version gets the parameters that it lacks', () => {
  const { parameters } = StoredCabinet.shape;
  expect(parameters.parse({ volume: 15 })).toEqual({ ...newParameters, volume: 15 });
  expect(parameters.parse(undefined)).toEqual(newParameters);
});

test('any cabinet accepts the return of a charger, but only once', async () => {
  await gateway.send(home, eject('PB-1'));
  await answers(1);
  expect(fleet.pushIn(other, { charger: 'PB-1', slot: 3 })).toMatchObject({
    accepted: true,
    slot: 3,
  });
  const [event] = await answers(1, other);
  expect(event).toMatchObject({ type: 'returned', slot: 3, charger: 'PB-1', level: 90 });
  expect(fleet.chargersOut()).toEqual([]);
  expect(() => fleet.pushIn(other, { charger: 'PB-1' })).toThrow(NotHereError);
});

test('a cabinet rejects a charger of another manufacturer and a charger that it cannot read', async () => {
  await gateway.send(home, eject('PB-1'));
  await answers(1);
  expect(() => fleet.pushIn(home, { charger: 'PB-1', slot: 2 })).toThrow(CabinetRefusal);
  fleet.cabinet(home).turn({ nextReturn: 'wrongDirection' });
  expect(fleet.pushIn(home, { charger: 'PB-1' }).accepted).toBe(false);
  expect(fleet.pushIn(home, { charger: 'ZZ-9' }).accepted).toBe(false);
  const events = await answers(3);
  expect(events.slice(1)).toMatchObject([
    { type: 'returnRejected', reason: 'wrongDirection', charger: null },
    { type: 'returnRejected', reason: 'foreign', charger: 'ZZ-9' },
  ]);
  expect(fleet.chargersOut()).toHaveLength(1);
});

test('events of an offline cabinet are stored, and arrive later in order with their original time', async () => {
  await gateway.send(home, eject('PB-1'));
  await answers(1);
  const states = () => listener.states.filter(({ stationId }) => stationId === other);
  fleet.cabinet(other).turn({ offline: 600 });
  await listener.until(() => states().at(-1)?.state.online === false);
  fleet.pushIn(other, { charger: 'PB-1' });
  const returnedAt = clock.now();
  expect(listener.eventsOf(other)).toEqual([]);
  clock.advance(601);
  const [event] = await answers(1, other);
  expect(event).toMatchObject({ type: 'returned', charger: 'PB-1' });
  expect(Math.abs(Date.parse(event?.at ?? '') - returnedAt.getTime())).toBeLessThan(1000);
  expect(states().at(-1)?.state.online).toBe(true);
});

test.each([
  ['refuses', false, { type: 'ejectFailed', reason: 'expired' }],
  ['obeys, as some firmware does,', true, { type: 'ejected', charger: 'PB-1' }],
])(
  'a cabinet that comes back online %s a command of two hours ago',
  async (_how, ignoreExpiry, answer) => {
    fleet.cabinet(home).turn({ offline: 7200, ignoreExpiry });
    await expect.poll(() => fleet.view(home).online).toBe(false);
    await gateway.send(home, eject('PB-1'));
    clock.advance(7201);
    await listener.until(() => listener.eventsOf(home).some(({ type }) => type !== 'inventory'));
    expect(listener.eventsOf(home).find(({ type }) => type !== 'inventory')).toMatchObject(answer);
  },
);

test('a power cut leads to a new boot id, and the cabinet loses no events and no chargers', async () => {
  await gateway.send(home, eject('PB-1'));
  await answers(1);
  const { bootId } = fleet.view(other);
  fleet.cabinet(other).turn({ offline: true });
  fleet.pushIn(other, { charger: 'PB-1' });
  fleet.cabinet(other).turn({ powerCut: true });
  expect(() => fleet.pushIn(other, { charger: 'ZZ-9' })).toThrow(CabinetRefusal);
  fleet.cabinet(other).turn({ powerCut: false, offline: false });
  const events = await answers(2, other);
  expect(events).toMatchObject([
    { type: 'returned', bootId },
    { type: 'inventory', seq: 1 },
  ]);
  expect(events[1]?.bootId).not.toBe(bootId);
});

test('an event is sent again until the server acknowledges it', async () => {
  let refusals = 2;
  listener.refuse = () => (refusals-- > 0 ? new Error('the database is away') : null);
  await gateway.send(home, eject('PB-1'));
  expect(await answers(1)).toMatchObject([{ type: 'ejected' }]);
  expect(fleet.view(home).unacknowledged).toBe(0);
});

test('all events arrive, although messages are lost, repeated and reordered @slow', async () => {
  fleet.turnAll({ lossRate: 0.2, duplicationRate: 0.3, reorderRate: 0.6 });
  for (const stock of ['full', 'half', 'empty', 'full', 'lowBatteries', 'charged'] as const) {
    fleet.cabinet(other).turn({ stock });
  }
  fleet.cabinet(other).turn({ jam: 2 });
  await listener.until(() => new Set(listener.eventsOf(other).map(({ seq }) => seq)).size >= 7);
  await expect.poll(() => fleet.view(other).unacknowledged, { timeout: 20_000 }).toBe(0);
  const boots = new Map<string, Set<number>>();
  for (const { stationId, event } of listener.events) {
    if (stationId !== other) continue;
    boots.set(event.bootId, (boots.get(event.bootId) ?? new Set()).add(event.seq));
  }
  for (const seqs of boots.values()) {
    const [first, last] = [Math.min(...seqs), Math.max(...seqs)];
    expect(seqs.size).toBe(last - first + 1);
  }
});

test('a cabinet can be stocked with a charged charger in every second slot', () => {
  fleet.cabinet(other).turn({ stock: 'half' });
  const { slots } = fleet.view(other);
  for (const { slot, charger, level } of slots) {
    expect(charger !== null, `slot ${slot}`).toBe(slot % 2 === 1);
    if (charger !== null) expect(level).toBe(100);
  }
});

test('a cabinet can be filled and then get its earlier stock again', () => {
  const stocked = () =>
    fleet.view(other).slots.flatMap(({ slot, charger }) => (charger === null ? [] : [slot]));
  const cabinet = fleet.cabinet(other);
  cabinet.turn({ stock: [2, 3] });
  expect(stocked()).toEqual([2, 3]);
  const { slots } = fleet.view(other);
  cabinet.turn({ stock: 'full' });
  expect(stocked()).toHaveLength(slots.length);
  cabinet.turn({ stock: [2, 3] });
  expect(fleet.view(other).slots.map(({ charger }) => charger)).toEqual(
    slots.map(({ charger }) => charger),
  );
  cabinet.turn({ stock: [] });
  expect(stocked()).toEqual([]);
});

test('pending events and commands survive a restart of the process', async () => {
  fleet.turnAll({ answerDelayMs: 60_000 });
  await gateway.send(home, eject('PB-1'));
  await expect.poll(() => fleet.view(home).pending).toBe(1);
  await gateway.stop();
  // `stop` stores nothing, so the stored state is as if the process had been killed.
  await fleet.stop();
  listener.events.length = 0;
  fleet = openFleet();
  expect(fleet.view(home)).toMatchObject({ pending: 1, knobs: { answerDelayMs: 60_000 } });
  gateway = createMqttGateway({
    url: broker.url,
    credentials: broker.server,
    shared: false,
    log: new RecordingLog(),
  });
  await gateway.start(listener);
  fleet.start();
  await listener.until(() => listener.eventsOf(home).length === 1);
  clock.advance(60);
  const events = await answers(2);
  expect(events.map(({ type }) => type)).toEqual(['inventory', 'ejectFailed']);
  expect(slotsOf(home)).toEqual(['PB-1', 'PB-2', null, null]);
});

test('chargers in slots charge, and the cabinet sends an inventory every twenty minutes', async () => {
  clock.advance(20 * 60);
  const [shown] = await answers(1);
  expect(shown).toMatchObject({
    type: 'inventory',
    slots: [{ level: 100 }, { level: 100 }, { level: null }, { level: null }],
  });
});

test('during the self-check after an eject, an inventory still shows the charger that left', async () => {
  fleet.cabinet(home).turn({ selfCheckSeconds: 3 });
  await gateway.send(home, eject('PB-1'));
  await gateway.send(home, inventory());
  expect((await answers(2))[1]).toMatchObject({ slots: [{ charger: 'PB-1' }, {}, {}, {}] });
  clock.advance(4);
  await gateway.send(home, inventory());
  expect((await answers(3))[2]).toMatchObject({ slots: [{ charger: null }, {}, {}, {}] });
});

test('events have the time of a wrong clock, and they have no time if the cabinet has no clock', async () => {
  fleet.cabinet(home).turn({ clockSkewSeconds: 3600 });
  await gateway.send(home, inventory());
  const [skewed] = await answers(1);
  expect(Date.parse(skewed?.at ?? '') - clock.now().getTime()).toBeGreaterThan(3_590_000);
  fleet.cabinet(home).turn({ noClock: true });
  await gateway.send(home, inventory());
  expect((await answers(2))[1]?.at).toBeNull();
});
