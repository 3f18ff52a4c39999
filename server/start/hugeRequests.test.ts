import { gzipSync } from 'node:zlib';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillPath, paths } from '../../contract/paths.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createTestDatabase, preferredEngine } from '../testing/database.ts';
import { RawConnection } from '../testing/network/rawConnection.ts';

let app: TestApp;
let queries = 0;
let closeDatabase: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase(preferredEngine);
  closeDatabase = () => database.close();
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  app = await startTestApp({ db: database.db.withPlugin(counter) });
});
afterAll(async () => {
  await app.close();
  await closeDatabase();
});
beforeEach(() => {
  queries = 0;
});

const gigabyte = 'content-length: 1000000000\r\n';
const chunked = 'transfer-encoding: chunked\r\n';
const chunk = `10000\r\n${'1'.repeat(0x10000)}\r\n`;
const json = 'content-type: application/json\r\n';
const webhook = fillPath(paths.paymentWebhook, { provider: 'stripe' });
const head = (line: string, headers = '') => `${line} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`;
const post = (path: string, headers: string) => head(`POST ${path}`, json + headers);

test.each([
  ['a URL', 431, head(`GET /${'a'.repeat(20_000)}`)],
  ['a header', 431, head('GET /', `x-long: ${'a'.repeat(20_000)}\r\n`)],
  ['headers', 431, head('GET /', `x-many: ${'a'.repeat(100)}\r\n`.repeat(200))],
  ['a body with its length', 413, post(paths.codes, gigabyte)],
  ['a body without a length', 413, post(paths.codes, chunked) + chunk.repeat(2)],
  ['a webhook', 413, post(webhook, gigabyte)],
  ['a webhook without a length', 413, post(webhook, chunked) + chunk.repeat(5)],
  ['a photo without a session', 401, head(`PUT ${paths.myPhoto}`, gigabyte)],
  ['a photo in chunks without a session', 401, head(`PUT ${paths.myPhoto}`, chunked)],
  ['the body of an unknown address', 413, post('/api/unknown', gigabyte)],
])('%s that is too large is refused before any query', async (_, status, request) => {
  const connection = (await RawConnection.open(app.url)).send(request);
  await expect.poll(() => connection.received).toContain('"status":');
  expect(connection.received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  // The server does not read the rest of the request.
  expect((await connection.untilClosed()).length).toBeLessThan(3_000);
  expect(queries).toBe(0);
});

test.each([
  ['a call', post(paths.codes, chunked)],
  ['a call that takes none', head(`GET ${paths.config}`, chunked)],
  ['a page', head('GET /home', chunked)],
])('an endless body of %s is not read', async (_, request) => {
  const connection = (await RawConnection.open(app.url)).send(request).flood(chunk);
  await connection.untilClosed();
  expect(connection.isClosed).toBe(true);
});

test('a compressed body is not decompressed', async () => {
  const bomb = gzipSync('1'.repeat(10_000_000));
  expect(bomb.length).toBeLessThan(64 * 1024);
  const response = await fetch(app.url + paths.codes, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: new Uint8Array(bomb),
  });
  expect(response.status).toBe(400);
  expect(queries).toBe(0);
});
