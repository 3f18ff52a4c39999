import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { openEventStream, type EventStream } from './eventStream.ts';
import { ProblemError } from '../problem.ts';
import { closeStreamsOf, decorateRequestState } from '../requests/requestState.ts';

test('a client that disconnects before its stream opens is removed at once', async () => {
  const app = fastify();
  decorateRequestState(app);
  const signal = new EventEmitter<{ asked: []; opened: [EventStream] }>();
  app.get('/events', async (request, reply) => {
    signal.emit('asked');
    await once(request.raw.socket, 'close');
    signal.emit('opened', openEventStream(request, reply));
    return reply;
  });
  await app.listen();
  const asked = once(signal, 'asked');
  const opened = new Promise<EventStream>((resolve) => signal.once('opened', resolve));
  const client = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1');
  client.write('GET /events HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await asked;
  client.destroy();
  const stream = await opened;
  await stream.closed;
  stream.send('order', { id: 1 });
  expect(app.eventStreams.size).toBe(0);
  await app.close();
});

test('a stream sends nothing after its end, and its client notices the end', async () => {
  const app = fastify();
  decorateRequestState(app);
  const streams: EventStream[] = [];
  app.get('/events', async (request, reply) => {
    streams.push(openEventStream(request, reply));
    return reply;
  });
  const url = await app.listen();
  const response = await fetch(`${url}/events`);
  const [stream] = streams;
  stream?.send('order', { id: 1 });
  stream?.close();
  stream?.send('order', { id: 2 });
  expect(await response.text()).toBe(': open\n\nevent: order\ndata: {"id":1}\n\n');
  await stream?.closed;
  expect(app.eventStreams.size).toBe(0);
  await app.close();
});

test('a stream whose session ended while it was opening ends at once', async () => {
  const app = fastify();
  decorateRequestState(app);
  app.get('/events', async (request, reply) => {
    request.session = { idHash: 'ended', userId: 'u', isGuest: false };
    closeStreamsOf(app, 'ended');
    openEventStream(request, reply);
    return reply;
  });
  const url = await app.listen();
  expect(await (await fetch(`${url}/events`)).text()).toBe(': open\n\n');
  await app.close();
});

test('a session and an address have a limited number of open streams', async () => {
  const app = fastify({ trustProxy: true, forceCloseConnections: true });
  decorateRequestState(app);
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ProblemError ? error.status : 500).send(),
  );
  app.get('/events', async (request, reply) => {
    const session = request.headers['x-session'];
    if (typeof session === 'string') {
      request.session = { idHash: session, userId: session, isGuest: false };
    }
    openEventStream(request, reply);
    return reply;
  });
  const url = await app.listen();
  const open = async (address: string, session?: string) => {
    const end = new AbortController();
    const response = await fetch(`${url}/events`, {
      signal: end.signal,
      headers: { 'x-forwarded-for': address, ...(session && { 'x-session': session }) },
    });
    // The caller must keep the response. Otherwise the garbage collector would remove it, which ends the stream.
    return { response, status: response.status, close: () => end.abort() };
  };
  const opened = [];
  for (let tab = 0; tab < 20; tab++) opened.push(await open('192.0.2.1', 'one'));
  expect(opened.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect((await open('192.0.2.2', 'one')).status).toBe(429);
  opened[0]?.close();
  await expect.poll(() => app.eventStreams.size).toBe(19);
  expect((await open('192.0.2.2', 'one')).status).toBe(200);

  const others = await Promise.all(Array.from({ length: 400 }, () => open('192.0.2.9')));
  expect(others.every(({ status }) => status === 200)).toBe(true);
  expect((await open('192.0.2.9')).status).toBe(429);
  expect((await open('192.0.2.10')).status).toBe(200);
  await app.close();
});

test('a /48 network has a limited number of open streams', async () => {
  const app = fastify({ trustProxy: true, forceCloseConnections: true });
  decorateRequestState(app);
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ProblemError ? error.status : 500).send(),
  );
  app.get('/events', async (request, reply) => {
    openEventStream(request, reply);
    return reply;
  });
  const url = await app.listen();
  const open = async (address: string) =>
    (await fetch(`${url}/events`, { headers: { 'x-forwarded-for': address } })).status;
  expect(await open('2001:db8:7::1')).toBe(200);
  const [stream] = app.eventStreams;
  if (!stream) throw new Error('no stream');
  for (let i = 1; i < 1000; i++) {
    app.eventStreams.add({ ...stream, network: `2001:db8:7:${i.toString(16)}::/64` });
  }
  expect(await open('2001:db8:7:ffff::1')).toBe(429);
  expect(await open('2001:db8:8:ffff::1')).toBe(200);
  expect(await open('192.0.2.1')).toBe(200);
  await app.close();
});
