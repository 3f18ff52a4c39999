import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { providerTimeoutMs } from '../../providers/providerTimeout.ts';
import { closeConnections, lastRequestsMs } from './connections.ts';

let app: FastifyInstance;
let port: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  app = fastify({ return503OnClosing: false });
  closeConnections(app);
  app.get('/', async () => 'here');
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** A connection that the server has accepted. */
async function open(): Promise<Socket> {
  const accepted = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await accepted;
  return socket;
}

/** Sends a request on a new connection, and returns the status line of the answer. */
async function requestOnce(): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString()));
  await once(socket, 'close');
  return received.slice(0, 15);
}

async function stop(): Promise<void> {
  await app.drain();
  await app.close();
}

test('the server responds to a request that arrives on a new connection during a shutdown', async () => {
  const socket = await open();
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString()));
  const closed = once(socket, 'close');
  const stopped = stop();
  await expect.poll(() => app.server.listening).toBe(false);
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await closed;
  expect(received).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(received.toLowerCase()).toContain('connection: close');
  await stopped;
});

test('the server responds to requests on connections that wait to be accepted', async () => {
  const answers = Array.from({ length: 20 }, requestOnce);
  // At this point, the operating system has accepted the connections, but this process has not handled them yet.
  await stop();
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']));
});

test('a server that shuts down accepts connections as long as new connections arrive @slow', async () => {
  await open();
  const stopped = stop();
  expect(app.isDraining()).toBe(true);
  // New connections with requests keep arriving for longer than the shutdown waits for a quiet moment.
  const endsAt = performance.now() + 300;
  while (performance.now() < endsAt) expect(await requestOnce()).toBe('HTTP/1.1 200 OK');
  expect(app.server.listening).toBe(true);
  await stopped;
  expect(app.server.listening).toBe(false);
});

test('a connection that is never used does not delay a shutdown @slow', async () => {
  const socket = await open();
  const closed = once(socket.resume(), 'close');
  await stop();
  await closed;
  expect(socket.destroyed).toBe(true);
});

test('a shutdown waits longer for a request than the request waits for a provider', () => {
  expect(lastRequestsMs).toBeGreaterThan(providerTimeoutMs);
});
