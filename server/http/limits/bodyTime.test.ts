import { once } from 'node:events';
import { connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { startTestApp } from '../../testing/app.ts';
import { limitBodyTime } from './bodyTime.ts';

const limitMs = 50;
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = fastify({ bodyLimit: 64 * 1024, forceCloseConnections: true });
  limitBodyTime(app, limitMs);
  app.post('/small', async () => 'taken');
  app.post('/large', { bodyLimit: 1024 * 1024 }, async () => 'taken');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP address');
  ({ port } = address);
});
afterAll(() => app.close());

/** Sends the head of a request and half of its body. */
function sendHalf(path: string) {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\nab`,
  );
  return { socket, received: () => received };
}

test('a connection whose small body does not arrive in time is closed', async () => {
  const { socket, received } = sendHalf('/small');
  await once(socket, 'close');
  expect(received()).toBe('');
});

test('a route for large bodies waits longer', async () => {
  const large = sendHalf('/large');
  // When the server closes a second connection, the limit for small bodies has passed. The first
  // connection is still open.
  await once(sendHalf('/small').socket, 'close');
  large.socket.write('cd');
  await once(large.socket, 'data');
  expect(large.received()).toContain('taken');
  large.socket.destroy();
});

test('a body that arrives in time is accepted, and the connection stays open', async () => {
  const { socket, received } = sendHalf('/small');
  socket.write('cd');
  await once(socket, 'data');
  expect(received()).toContain('200 OK');
  // When the server closes another connection, the limit has passed.
  await once(sendHalf('/small').socket, 'close');
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});

test('the server limits the time of headers, bodies and requests', async () => {
  const running = await startTestApp();
  const { server } = await buildApp(running.deps);
  expect(server).toMatchObject({
    headersTimeout: 15_000,
    requestTimeout: 120_000,
    timeout: 60_000,
  });
  await running.close();
});
