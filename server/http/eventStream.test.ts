import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { openEventStream, type EventStream } from './eventStream.ts';
import { closeStreamsOf, decorateRequestState } from './requestState.ts';

test('a client that leaves before its stream opens is forgotten at once', async () => {
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

test('a stream that was ended takes no more, and its client is told of the end', async () => {
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

test('a stream whose session ended while it was let in ends at once', async () => {
  const app = fastify();
  decorateRequestState(app);
  app.get('/events', async (request, reply) => {
    request.session = { idHash: 'ended', userId: 'u' };
    closeStreamsOf(app, 'ended');
    openEventStream(request, reply);
    return reply;
  });
  const url = await app.listen();
  expect(await (await fetch(`${url}/events`)).text()).toBe(': open\n\n');
  await app.close();
});
