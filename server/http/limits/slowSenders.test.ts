import { promisify } from 'node:util';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../time/clock.ts';
import { RawConnection } from '../../testing/network/rawConnection.ts';
import { openEventStream } from '../answers/eventStream.ts';
import { decorateRequestState } from '../requests/requestState.ts';
import { limitBodyTime } from './bodyTime.ts';
import { refuseConnection } from './connections.ts';
import { limitCalls } from './limitCalls.ts';
import { limitSenderTimes } from './senderTimes.ts';

/** Most of the server's times, divided by fifty. */
const times = { headersMs: 300, requestMs: 2_400, silentMs: 60_000, checkEveryMs: 100 };
/** The time-out of the tests, in milliseconds. It is long, because other tests may use the processor at the same time. */
const latestMs = 3_000;
const dripMs = 20;
const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\n';

let app: FastifyInstance;
let url: string;

async function serve(bodyMs?: number): Promise<FastifyInstance> {
  const served: FastifyInstance = fastify({
    ...limitSenderTimes(times),
    bodyLimit: 1024,
    forceCloseConnections: true,
    clientErrorHandler: (error, socket) => refuseConnection(socket, error, {}),
  });
  decorateRequestState(served);
  limitBodyTime(served, bodyMs);
  limitCalls(served, {
    factor: 1,
    now: () => systemClock.now(),
    sessionHashOf: () => null,
    longestMs: 600,
  });
  served.post('/', async () => 'taken');
  served.get('/events', async (request, reply) => {
    openEventStream(request, reply);
    return reply;
  });
  served.get('/large', async () => 'x'.repeat(64 * 1024 * 1024));
  await served.listen({ port: 0, host: '127.0.0.1' });
  return served;
}

beforeAll(async () => {
  app = await serve(times.headersMs);
  url = app.listeningOrigin;
});
afterAll(() => app.close());

const connections = () => promisify(app.server.getConnections.bind(app.server))();

/** Waits until the server closes the connection, and returns the answer and the time. */
async function cut(connection: RawConnection): Promise<{ answer: string; ms: number }> {
  const startedAt = performance.now();
  const answer = await connection.untilClosed();
  return { answer, ms: performance.now() - startedAt };
}

test.each([
  ['a request line', 'GET /aaaaaaaa'],
  ['headers', 'GET / HTTP/1.1\r\nhost: a\r\nx-long: aaaaaaaa'],
])('%s, sent byte by byte, is cut in time with a small answer', async (_, bytes) => {
  const { answer, ms } = await cut((await RawConnection.open(url)).drip(bytes, dripMs));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer.length).toBeLessThan(600);
  expect(ms).toBeLessThan(latestMs);
});

test.each([
  ['a body with a length', 'content-length: 1000\r\n\r\n', 'a'],
  ['a body in chunks', 'transfer-encoding: chunked\r\n\r\n', '3e8\r\naaaa'],
])('%s, sent byte by byte, is cut in time', async (_, headers, bytes) => {
  const connection = await RawConnection.open(url);
  const { answer, ms } = await cut(connection.send(head + headers).drip(bytes, dripMs));
  expect(answer).toBe('');
  expect(ms).toBeLessThan(latestMs);
});

test.each([
  ['is never used', ''],
  ['stops within the headers', 'GET / HTTP/1.1\r\nhost:'],
])('a connection that %s is closed', async (_, bytes) => {
  const { ms } = await cut((await RawConnection.open(url)).send(bytes));
  expect(ms).toBeLessThan(latestMs);
});

test('slow bodies do not use up the limit of open calls', async () => {
  const patient = await serve();
  const { listeningOrigin } = patient;
  let begun = 0;
  patient.server.on('request', () => begun++);
  const slow = [];
  for (let i = 0; i < 120; i++) {
    slow.push(
      (await RawConnection.open(listeningOrigin)).send(`${head}content-length: 9\r\n\r\na`),
    );
  }
  await expect.poll(() => begun).toBe(120);
  const response = await fetch(listeningOrigin, { method: 'POST', body: 'a' });
  expect(response.status).toBe(200);
  for (const connection of slow) connection.close();
  await patient.close();
});

test('an event stream has no time limit @slow', async () => {
  const left = new AbortController();
  const stream = await fetch(`${url}/events`, { signal: left.signal });
  /** Sends events all the time, so that the connection of the stream is never without data. */
  const sending = setInterval(() => {
    for (const one of app.eventStreams) one.send('order', 'still open');
  }, 20);
  // This answer begins later than the stream. When the server cuts this answer after the longest
  // time, the stream must stay open.
  const unread = (await RawConnection.open(url)).pause();
  unread.send('GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
  await expect.poll(connections, { timeout: latestMs }).toBe(2);
  await expect.poll(connections, { timeout: latestMs }).toBe(1);
  expect(app.eventStreams.size).toBe(1);
  clearInterval(sending);
  unread.close();
  left.abort();
  await stream.body?.cancel().catch(() => undefined);
  await expect.poll(connections, { timeout: latestMs }).toBe(0);
});

test('an answer that is not read is cut @slow', async () => {
  const connection = await RawConnection.open(url);
  connection.pause().send('GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
  await expect.poll(connections, { timeout: latestMs }).toBe(1);
  await expect.poll(connections, { timeout: latestMs }).toBe(0);
  connection.close();
});
