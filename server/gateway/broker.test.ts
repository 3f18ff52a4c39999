import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Broker } from './broker.ts';
import { FrameReader } from './frameLimit.ts';
import { connectCabinet, RecordingLog, startTestBroker } from './testing.ts';

let broker: Broker;
const log = new RecordingLog();

beforeAll(async () => {
  broker = await startTestBroker(log, ['AAAA', 'BBBB']);
});
afterAll(() => broker.close());

test.each([
  ['an unknown station', { clientId: 'CCCC', username: 'CCCC', password: 'secret-of-CCCC' }],
  ['a wrong secret', { clientId: 'AAAA', username: 'AAAA', password: 'secret-of-BBBB' }],
  ['another client id than its own', { clientId: 'BBBB' }],
  ['no credentials', { username: '', password: '' }],
  ['a guessed server password', { username: 'server', password: 'server' }],
])('the broker refuses %s', async (_what, options) => {
  await expect(connectCabinet(broker.url, 'AAAA', options)).rejects.toThrow(/Connection refused/);
});

test('a cabinet can subscribe only to its own topics', async () => {
  const cabinet = await connectCabinet(broker.url, 'AAAA');
  const granted = async (topic: string) =>
    cabinet.client.subscribeAsync(topic, { qos: 1 }).then(
      (grants) => grants.every(({ qos }) => qos !== 128),
      () => false,
    );
  expect(await granted('cabinets/AAAA/commands')).toBe(true);
  expect(await granted('cabinets/AAAA/acks')).toBe(true);
  expect(await granted('cabinets/BBBB/commands')).toBe(false);
  expect(await granted('cabinets/+/commands')).toBe(false);
  expect(await granted('#')).toBe(false);
  expect(await granted('$SYS/#')).toBe(false);
  await cabinet.close();
});

test.each([
  'cabinets/BBBB/events',
  'cabinets/AAAA/commands',
  'cabinets/AAAA/acks',
  'other',
  '$SYS/x',
])('the broker disconnects a cabinet that publishes to %s', async (topic) => {
  const cabinet = await connectCabinet(broker.url, 'AAAA');
  const closed = closing(cabinet.client);
  cabinet.client.publish(topic, '{}', { qos: 0 });
  await closed;
  expect(log.lines.findLast(({ level }) => level === 'warn')).toMatchObject({
    level: 'warn',
    fields: { stationId: 'AAAA', reason: 'foreignTopic' },
  });
  await cabinet.close();
});

test('a cabinet is reachable if its session still has its subscription, but not if it is offline', async () => {
  const lasting = { clean: false, resubscribe: false };
  const first = await connectCabinet(broker.url, 'BBBB', lasting);
  expect(broker.reaches('BBBB')).toBe(false);
  await first.client.subscribeAsync('cabinets/BBBB/commands', { qos: 1 });
  expect(broker.reaches('BBBB')).toBe(true);
  await first.close();
  await expect.poll(() => broker.reaches('BBBB')).toBe(false);

  const again = await connectCabinet(broker.url, 'BBBB', lasting);
  // The broker handles the messages of a cabinet only after the connection is complete.
  await again.publish('cabinets/BBBB/state', { online: true });
  expect(broker.reaches('BBBB')).toBe(true);
  await again.close();
  await expect.poll(() => broker.reaches('BBBB')).toBe(false);

  const anew = await connectCabinet(broker.url, 'BBBB', { clean: true });
  await anew.publish('cabinets/BBBB/state', { online: true });
  expect(broker.reaches('BBBB')).toBe(false);
  await anew.close();
});

test("the broker disconnects a cabinet whose last will uses another station's topic", async () => {
  const server = await connectCabinet(broker.url, 'reader', broker.server);
  await server.client.subscribeAsync('cabinets/+/state', { qos: 1 });
  const cabinet = await connectCabinet(broker.url, 'AAAA', {
    will: { topic: 'cabinets/BBBB/state', payload: Buffer.from('{}'), qos: 1, retain: true },
  });
  const closed = closing(cabinet.client);
  cabinet.client.stream.destroy();
  await closed;
  // A later valid state proves that the broker never delivered the forged state.
  const again = await connectCabinet(broker.url, 'AAAA');
  const next = server.next('/state');
  await again.publish('cabinets/AAAA/state', { online: true });
  await next;
  expect(server.messages.map(({ topic }) => topic)).toEqual(['cabinets/AAAA/state']);
  await Promise.all([again.close(), server.close()]);
});

test('the broker closes a connection that announces an oversized packet, even before authentication', async () => {
  const socket = connectSocket(Number(new URL(broker.url).port), '127.0.0.1');
  const closed = once(socket, 'close');
  // The bytes start a PUBLISH packet with a remaining length of 268,435,455.
  socket.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]));
  await closed;
  expect(log.lines).toContainEqual({
    level: 'warn',
    fields: { stationId: undefined, reason: 'oversized' },
    message: 'a connection that sent an oversized packet was closed',
  });
});

function closing(client: MqttClient): Promise<void> {
  return new Promise((resolve) => client.once('close', () => resolve()));
}

test('the frame limit works with chunks of any size', () => {
  const frame = Buffer.concat([Buffer.from([0x30, 0xac, 0x02]), Buffer.alloc(300)]);
  const stream = Buffer.concat([frame, Buffer.from([0xc0, 0x00]), frame]);
  for (let size = 1; size < 20; size++) {
    const reader = new FrameReader(300);
    const tight = new FrameReader(299);
    let [fits, tooTight] = [true, true];
    for (let at = 0; at < stream.length; at += size) {
      const chunk = stream.subarray(at, at + size);
      fits &&= reader.take(chunk);
      tooTight &&= tight.take(chunk);
    }
    expect([fits, tooTight]).toEqual([true, false]);
  }
});
