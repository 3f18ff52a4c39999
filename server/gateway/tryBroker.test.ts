import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../testing/network/freePort.ts';
import type { Broker } from './broker.ts';
import { RecordingLog, startTestBroker } from './testing.ts';
import { tryBroker } from './tryBroker.ts';

const timeoutMs = 20_000;
let broker: Broker;

beforeAll(async () => {
  broker = await startTestBroker(new RecordingLog(), ['AAAA']);
});
afterAll(() => broker.close());

const addressFor = ({ username = '', password = '', query = '' }) => {
  const url = new URL(broker.url);
  url.username = username;
  url.password = password;
  url.search = query;
  return url.href;
};

test('a broker refuses nothing to the server', async () => {
  expect(await tryBroker(addressFor(broker.server), timeoutMs)).toBeNull();
});

test('a broker refuses a stranger and a wrong password', async () => {
  expect(await tryBroker(addressFor({}), timeoutMs)).toBe('login');
  const guessed = { username: 'server', password: 'guessed' };
  expect(await tryBroker(addressFor(guessed), timeoutMs)).toBe('login');
});

test('an account that may not read the events is told apart', async () => {
  const cabinet = { username: 'AAAA', password: 'secret-of-AAAA', query: 'clientId=AAAA' };
  expect(await tryBroker(addressFor(cabinet), timeoutMs)).toBe('events');
});

test('a broker that does not run is an error', async () => {
  await expect(tryBroker(`mqtt://127.0.0.1:${await freePort()}`, timeoutMs)).rejects.toThrow(
    /ECONNREFUSED|connack timeout/,
  );
});
