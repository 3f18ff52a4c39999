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

test('the broker lets the server sign in and read the events', async () => {
  expect(await tryBroker(addressFor(broker.server), timeoutMs)).toBeNull();
});

test('the broker refuses a sign-in without a password and with a wrong one', async () => {
  expect(await tryBroker(addressFor({}), timeoutMs)).toBe('login');
  const guessed = { username: 'server', password: 'guessed' };
  expect(await tryBroker(addressFor(guessed), timeoutMs)).toBe('login');
});

test('the broker lets a cabinet sign in, but not read the events', async () => {
  const cabinet = { username: 'AAAA', password: 'secret-of-AAAA', query: 'clientId=AAAA' };
  expect(await tryBroker(addressFor(cabinet), timeoutMs)).toBe('events');
});

test('the trial fails if no broker runs at the address', async () => {
  await expect(tryBroker(`mqtt://127.0.0.1:${await freePort()}`, timeoutMs)).rejects.toThrow(
    /ECONNREFUSED|connack timeout/,
  );
});
