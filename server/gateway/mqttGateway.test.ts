import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listenToCabinets } from '../composition.ts';
import type { OpenDatabase } from '../db/database.ts';
import { createTestDatabase, postgresRuns } from '../testing/database.ts';
import { RentalWorld } from '../testing/rentalWorld.ts';
import type { Broker } from './broker.ts';
import type { CabinetListener } from './gateway.ts';
import { createMqttGateway, NotDeliveredError, type MqttGateway } from './mqttGateway.ts';
import {
  connectCabinet,
  listens,
  RecordingListener,
  RecordingLog,
  secretOf,
  startLine,
  startTestBroker,
  type TestCabinet,
} from './testing.ts';

const mosquittoPort = 1883;
const mosquittoRuns = await listens(mosquittoPort);

interface Line {
  url: string;
  stationId: string;
  broker: Broker | null;
  gateway: MqttGateway;
  listener: RecordingListener;
  log: RecordingLog;
  cabinet: TestCabinet;
}

async function openLine(kind: 'embedded' | 'mosquitto'): Promise<Line> {
  // Each test uses another station, because the broker keeps retained messages of earlier tests.
  const stationId = `T${randomBytes(6).toString('hex')}`;
  const log = new RecordingLog();
  const listener = new RecordingListener();
  const broker = kind === 'embedded' ? await startTestBroker(log, [stationId]) : null;
  const url = broker?.url ?? `mqtt://127.0.0.1:${mosquittoPort}`;
  const gateway = createMqttGateway({
    url,
    shared: broker === null,
    log,
    ...(broker && { credentials: broker.server, embedded: broker }),
  });
  await gateway.start(listener);
  const cabinet = await connectCabinet(url, stationId);
  await cabinet.client.subscribeAsync(
    [`cabinets/${stationId}/acks`, `cabinets/${stationId}/commands`],
    { qos: 1 },
  );
  return { url, stationId, broker, gateway, listener, log, cabinet };
}

function heartbeat(seq: number, extra: object = {}) {
  return { bootId: 'b1', seq, at: null, type: 'heartbeat', signal: null, ...extra };
}

const kinds = ['embedded', 'mosquitto'] as const;

describe.for(kinds)('the gateway on the %s broker', (kind) => {
  let line: Line;
  const publish = (body: unknown) =>
    line.cabinet.publish(`cabinets/${line.stationId}/events`, body);
  const seqs = () =>
    line.listener.events
      .filter(({ stationId }) => stationId === line.stationId)
      .map(({ event }) => event.seq);

  beforeEach(async ({ skip }) => {
    skip(kind === 'mosquitto' && !mosquittoRuns, `nothing listens on ${mosquittoPort}`);
    line = await openLine(kind);
  });
  afterEach(async () => {
    if (kind === 'mosquitto' && !mosquittoRuns) return;
    // No retained message may remain on a shared broker.
    if (kind === 'mosquitto') {
      await line.cabinet.client.publishAsync(`cabinets/${line.stationId}/state`, '', {
        qos: 1,
        retain: true,
      });
    }
    await line.cabinet.close();
    await line.gateway.stop();
    await line.broker?.close();
  });

  test('passes events on in order, and acknowledges each event after its commit', async () => {
    for (const seq of [1, 2, 3]) {
      const acked = line.cabinet.next('/acks');
      await publish(heartbeat(seq));
      expect(await acked).toEqual({ bootId: 'b1', seq });
    }
    expect(seqs()).toEqual([1, 2, 3]);
  });

  test('retries an event that the listener rejects, before it passes on the next event', async () => {
    let refusals = 2;
    line.listener.refuse = (event) =>
      event.seq === 2 && refusals-- > 0 ? new Error('the database is away') : null;
    for (const seq of [1, 2, 3]) await publish(heartbeat(seq));
    await line.listener.until(() => seqs().length === 3);
    expect(seqs()).toEqual([1, 2, 3]);
    const acks = () =>
      line.cabinet.messages.filter(({ topic }) => topic.endsWith('/acks')).map(({ body }) => body);
    await expect.poll(acks).toEqual([1, 2, 3].map((seq) => ({ bootId: 'b1', seq })));
  });

  test('passes on a repeated event again, and acknowledges it with the number from the listener', async () => {
    await publish(heartbeat(1));
    await publish(heartbeat(2));
    await line.listener.until(() => seqs().length === 2);
    const acked = line.cabinet.next('/acks');
    await publish(heartbeat(1, { oldest: 1 }));
    await line.listener.until(() => seqs().length === 3);
    expect(await acked).toEqual({ bootId: 'b1', seq: 1 });
    expect(seqs()).toEqual([1, 2, 1]);
  });

  test('counts and drops unreadable messages, and does not log their content', async () => {
    const secret = 'CONTENT-OF-THE-MESSAGE';
    await publish(`not json ${secret}`);
    await publish({ type: secret });
    await publish(heartbeat(1, { signal: secret.repeat(1000) }));
    // An event of an unknown type, from newer firmware, must not block later events.
    const acked = line.cabinet.next('/acks');
    await publish({ ...heartbeat(1), type: secret });
    expect(await acked).toEqual({ bootId: 'b1', seq: 1 });
    await publish(heartbeat(2));
    await line.listener.until(() => seqs().length === 1);
    expect(seqs()).toEqual([2]);
    expect(line.gateway.dropped()).toMatchObject({ malformed: 3, oversized: 1 });
    expect(JSON.stringify(line.log.lines)).not.toContain(secret);
  });

  test('is not blocked by an event with a text that no database can store', async () => {
    for (const [index, code] of ['a\0b', '\ud800'].entries()) {
      const acked = line.cabinet.next('/acks');
      await publish({ ...heartbeat(index + 1), type: 'fault', slot: null, code });
      expect(await acked).toEqual({ bootId: 'b1', seq: index + 1 });
    }
    await publish(heartbeat(3));
    await line.listener.until(() => seqs().length === 1);
    expect(seqs()).toEqual([3]);
    expect(line.gateway.dropped()).toMatchObject({ malformed: 2 });
  });

  test('sends commands to the broker', async () => {
    const received = line.cabinet.next('/commands');
    const command = {
      id: 'c1',
      type: 'eject',
      expiresAt: new Date(0).toISOString(),
      charger: 'PB-1',
      slot: 3,
    } as const;
    await line.gateway.send(line.stationId, command);
    expect(await received).toEqual(command);
  });

  test('passes on states, including retained ones', async () => {
    const topic = `cabinets/${line.stationId}/state`;
    await line.cabinet.client.publishAsync(topic, '{"online":true,"bootId":"b1","slots":8}', {
      qos: 1,
      retain: true,
    });
    const states = (listener: RecordingListener) =>
      listener.states.filter(({ stationId }) => stationId === line.stationId);
    await line.listener.until(() => states(line.listener).length === 1);
    const late = new RecordingListener();
    const second = createMqttGateway({
      url: line.url,
      shared: false,
      log: line.log,
      ...(line.broker && { credentials: line.broker.server }),
    });
    await second.start(late);
    await late.until(() => states(late).length === 1);
    expect(states(late)[0]?.state).toEqual({ online: true, bootId: 'b1', slots: 8 });
    await second.stop();
  });
});

describe('with several processes on one broker', () => {
  test.skipIf(!mosquittoRuns)(
    'each event reaches one process, and all events are processed @slow',
    async () => {
      const line = await openLine('mosquitto');
      const other = new RecordingListener();
      const second = createMqttGateway({ url: line.url, shared: true, log: line.log });
      await second.start(other);
      const total = 20;
      for (let seq = 1; seq <= total; seq++) {
        const acked = line.cabinet.next('/acks');
        await line.cabinet.publish(
          `cabinets/${line.stationId}/events`,
          heartbeat(seq, { oldest: seq }),
        );
        expect(await acked).toEqual({ bootId: 'b1', seq });
      }
      const [here, there] = [line.listener.events.length, other.events.length];
      expect(here + there).toBe(total);
      expect(Math.min(here, there)).toBeGreaterThan(0);
      await second.stop();
      await line.cabinet.close();
      await line.gateway.stop();
    },
  );
});

test('the gateway reconnects after the connection was cut, and receives events again @slow', async () => {
  const log = new RecordingLog();
  const broker = await startTestBroker(log, ['AAAA']);
  const line = await startLine(broker.url);
  const gateway = createMqttGateway({
    url: line.url,
    credentials: broker.server,
    shared: false,
    log,
  });
  const listener = new RecordingListener();
  await gateway.start(listener);
  const cabinet = await connectCabinet(broker.url, 'AAAA', { password: secretOf('AAAA') });
  line.cut();
  await expect.poll(() => gateway.connected).toBe(false);
  await expect.poll(() => gateway.connected, { timeout: 10_000 }).toBe(true);
  // The test publishes the event again until the listener receives it, as a cabinet does until the acknowledgement.
  await expect
    .poll(async () => {
      await cabinet.publish('cabinets/AAAA/events', heartbeat(1, { oldest: 1 }));
      return listener.events.length;
    })
    .toBeGreaterThan(0);
  await cabinet.close();
  await gateway.stop();
  await line.close();
  await broker.close();
});

test('a command is refused and not queued while the broker is unreachable', async () => {
  const line = await openLine('embedded');
  await line.broker?.close();
  await expect.poll(() => line.gateway.connected).toBe(false);
  const sent = line.gateway.send('X', {
    id: 'c1',
    type: 'inventory',
    expiresAt: new Date(0).toISOString(),
  });
  await expect(sent).rejects.toThrow(NotDeliveredError);
  await line.cabinet.close();
  await line.gateway.stop();
});

test('the gateway starts without a broker', async () => {
  const log = new RecordingLog();
  const gateway = createMqttGateway({
    url: 'mqtt://127.0.0.1:9',
    shared: false,
    log,
    startTimeoutMs: 50,
  });
  await gateway.start(new RecordingListener());
  expect(gateway.connected).toBe(false);
  await gateway.stop();
});

test('with the embedded broker, a command for a cabinet that is not connected is refused, so that it is not lost', async () => {
  const line = await openLine('embedded');
  const command = {
    id: 'c1',
    type: 'inventory' as const,
    expiresAt: new Date(0).toISOString(),
  };
  await line.gateway.send(line.stationId, command);
  await line.cabinet.close();
  await expect.poll(() => line.broker?.reaches(line.stationId)).toBe(false);
  await expect(line.gateway.send(line.stationId, command)).rejects.toThrow(NotDeliveredError);
  await line.gateway.stop();
  await line.broker?.close();
});

describe('a command on the embedded broker', () => {
  const command = {
    id: 'c1',
    type: 'inventory' as const,
    expiresAt: new Date(0).toISOString(),
  };
  let broker: Broker;
  let gateway: MqttGateway;
  let cabinet: TestCabinet;

  /** Connects the cabinet with a persistent session. */
  async function connect(qos: 0 | 1 = 1): Promise<void> {
    cabinet = await connectCabinet(broker.url, 'LAST', { clean: false, resubscribe: false });
    await cabinet.client.subscribeAsync('cabinets/LAST/commands', { qos });
  }

  /** Calls `send` again and again until it succeeds, as the outbox does. */
  async function untilSent(): Promise<void> {
    const send = () => gateway.send('LAST', command).then(() => true);
    await expect.poll(() => send().catch(() => false)).toBe(true);
  }

  /** Loses the connection without a message to the broker, and waits until the broker notices it. */
  async function lose(): Promise<void> {
    cabinet.client.stream.destroy();
    await expect.poll(() => broker.reaches('LAST')).toBe(false);
  }

  beforeEach(async () => {
    const log = new RecordingLog();
    broker = await startTestBroker(log, ['LAST']);
    gateway = createMqttGateway({
      url: broker.url,
      credentials: broker.server,
      embedded: broker,
      shared: false,
      log,
      publishTimeoutMs: 100,
    });
    await gateway.start(new RecordingListener());
  });
  afterEach(async () => {
    await cabinet.close();
    await gateway.stop();
    await broker.close();
  });

  test('counts as sent only after the cabinet confirms it, because a crash of this process loses it until then', async () => {
    await connect();
    cabinet.client.stream.pause();
    await expect(gateway.send('LAST', command)).rejects.toThrow(NotDeliveredError);
    await expect(gateway.send('LAST', command)).rejects.toThrow(NotDeliveredError);
    cabinet.client.stream.resume();
    await untilSent();
    expect(cabinet.messages).toHaveLength(1);
  });

  test('reaches a cabinet once that loses its connection before it confirms', async () => {
    await connect();
    cabinet.client.stream.pause();
    await expect(gateway.send('LAST', command)).rejects.toThrow(NotDeliveredError);
    await lose();
    await expect(gateway.send('LAST', command)).rejects.toThrow(NotDeliveredError);
    expect(cabinet.messages).toEqual([]);
    await connect();
    await untilSent();
    expect(cabinet.messages).toHaveLength(1);
  });

  test('needs no confirmation if the cabinet subscribes with QoS 0', async () => {
    await connect(0);
    const received = cabinet.next('/commands');
    await gateway.send('LAST', command);
    expect(await received).toEqual(command);
  });
});

// These tests are not in a separate file. Two files would run at the same time, and take events from each other's
// shared subscriptions.
describe('two processes that share a database', () => {
  const url = `mqtt://127.0.0.1:${mosquittoPort}`;
  const canShare = postgresRuns && mosquittoRuns;
  let database: OpenDatabase;
  let world: RentalWorld;
  let gateways: MqttGateway[];

  beforeAll(async () => {
    if (!canShare) return;
    database = await createTestDatabase('postgres');
    world = await RentalWorld.on(database.db);
    gateways = [];
  });
  afterAll(async () => {
    if (!canShare) return;
    for (const gateway of gateways) await gateway.stop();
    await database.close();
  });

  async function share(listener: CabinetListener): Promise<void> {
    const gateway = createMqttGateway({ url, shared: true, log: new RecordingLog() });
    gateways.push(gateway);
    await gateway.start(listener);
  }

  test.skipIf(!canShare)(
    'acknowledge all events of a cabinet @slow',
    async () => {
      const { stationId } = await world.addCabinet([null]);
      const listener = listenToCabinets(world.deps);
      const received = { slow: 0, failing: 0 };
      // The first process is slow, so events arrive out of order.
      await share({
        ...listener,
        onEvent: async (id, event) => {
          received.slow++;
          for (let look = 0; look < 5; look++)
            await listener.onEvent(id, { ...event, bootId: 'other' });
          return listener.onEvent(id, event);
        },
      });
      // At first, the second process cannot reach its database.
      let failures = 2;
      await share({
        ...listener,
        onEvent: (id, event) => {
          received.failing++;
          if (failures-- > 0) return Promise.reject(new Error('the database is away'));
          return listener.onEvent(id, event);
        },
      });

      const cabinet = await connectCabinet(url, stationId);
      await cabinet.client.subscribeAsync(`cabinets/${stationId}/acks`, { qos: 1 });
      const total = 60;
      for (let seq = 1; seq <= total; seq++) {
        const event = { bootId: 'shared', seq, at: null, type: 'heartbeat', signal: null };
        await cabinet.publish(`cabinets/${stationId}/events`, event);
      }
      await expect
        .poll(() => cabinet.messages.at(-1)?.body, { timeout: 15_000 })
        .toEqual({ bootId: 'shared', seq: total });
      expect(Math.min(received.slow, received.failing)).toBeGreaterThan(0);
      const stored = await database.db
        .selectFrom('inbox')
        .select('seq')
        .where('boot_id', '=', 'shared')
        .execute();
      expect(stored).toEqual([]);
      await cabinet.close();
    },
    30_000,
  );
});
