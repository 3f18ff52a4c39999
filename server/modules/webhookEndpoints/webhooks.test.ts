import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpsProblem } from '../../../contract/operators/problems.ts';
import {
  DeliveryList,
  EndpointChanged,
  EndpointList,
  EndpointSecret,
  WebhookMessage,
} from '../../../contract/operators/webhooks.ts';
import { listenToCabinets, registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { transact } from '../../db/unitOfWork.ts';
import { Renting } from '../../testing/renting.ts';

const key = 'operators-key-of-the-tests-0123456789';
const why = 'the accounting system';
const hour = 60 * 60;

interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

forEachEngine((engine) => {
  let app: TestApp;
  let receiver: Server;
  let host: string;
  let received: Received[];
  /** The status of the next answers. */
  let status: number;

  beforeEach(async () => {
    received = [];
    status = 204;
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        received.push({ path: request.url ?? '', headers: request.headers, body });
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${portOf(receiver.address())}`;
    app = await startTestApp({
      engine,
      payments: new FakePayments(),
      env: { OPERATOR_KEY: key, WEBHOOK_PRIVATE_HOSTS: host },
    });
    registerOrderJobs(app.deps);
  });
  afterEach(async () => {
    await app.close();
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  });

  const call = (path: string, body?: object, once: string = randomUUID()) =>
    app.call(`/api/ops/webhooks${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'x-operator': 'ada' },
      ...(body && { body: { why, ...body }, key: once }),
    });
  const add = async (body: object = {}) =>
    EndpointChanged.parse((await call('', { url: `http://${host}/hook`, ...body })).body).endpoint;
  const deliveries = async (id: string, query = '') =>
    DeliveryList.parse((await call(`/${id}/deliveries${query}`)).body).deliveries;
  const secretOf = async (id: string, path = 'secret') =>
    EndpointSecret.parse((await call(`/${id}/${path}`, {})).body).secret;
  const messages = () => received.map(({ body }) => WebhookMessage.parse(JSON.parse(body)));
  const types = () => messages().map(({ type }) => type);
  /** Makes an event that needs no rider. */
  const happen = async () => {
    const { cabinet } = await Renting.at(app);
    await app.deps.outbox.idle();
    return cabinet;
  };

  test('an endpoint gets signed messages about a rental, without personal data', async () => {
    const { id } = await add();
    const renting = await Renting.at(app);
    const rider = await signUp(app);
    const order = await renting.rent(rider, await renting.addCard(rider), 70);
    await app.deps.outbox.idle();
    expect(types().filter((type) => !type.startsWith('station.'))).toEqual(
      expect.arrayContaining([
        'rental.started',
        'rental.returned',
        'rental.completed',
        'payment.captured',
      ]),
    );
    expect(messages().find(({ type }) => type === 'rental.completed')?.data).toMatchObject({
      order: order.id,
      number: order.number,
      station: renting.cabinet.stationId,
      total: order.total?.amount,
      currency: 'USD',
    });
    const texts = received.map(({ body }) => body).join('\n');
    for (const secret of [rider.phone, rider.userId, '4242']) expect(texts).not.toContain(secret);

    const secret = await secretOf(id);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    for (const { headers, body } of received) {
      expect(headers['webhook-id']).toBe(WebhookMessage.parse(JSON.parse(body)).id);
      expect(headers['webhook-signature']).toBe(signatureOf(secret, headers, body));
    }
    expect(new Set((await deliveries(id)).map(({ state }) => state))).toEqual(
      new Set(['delivered']),
    );
  });

  test('an endpoint gets only its types of messages', async () => {
    await add({ types: ['case.opened', 'case.closed'] });
    const cabinet = await happen();
    cabinet.push('STRANGE-1');
    await cabinet.sendAll(listenToCabinets(app.deps));
    await app.deps.outbox.idle();
    await app.call('/api/ops/chargers/STRANGE-1/release', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'x-operator': 'ada' },
      body: { why },
      key: randomUUID(),
    });
    await app.deps.outbox.idle();
    expect(types()).toEqual(['case.opened', 'case.closed']);
    expect(messages()[1]?.data).toMatchObject({ kind: 'unknownCharger', outcome: 'release' });
  });

  test('a message waits for a receiver that is down, and arrives once with the same id', async () => {
    const { id } = await add({ types: ['station.online'] });
    status = 500;
    await happen();
    expect(received).toHaveLength(1);
    for (const seconds of [4, 1, 19, 1]) {
      app.deps.clock.advance(seconds);
      await app.deps.outbox.idle();
    }
    // The second try is 5 seconds after the first, and the third is 20 seconds later.
    expect(received).toHaveLength(3);
    status = 200;
    app.deps.clock.advance(hour);
    await app.deps.outbox.idle();
    app.deps.clock.advance(24 * hour);
    await app.deps.outbox.idle();
    expect(received).toHaveLength(4);
    expect(new Set(messages().map((message) => message.id)).size).toBe(1);
    expect(await deliveries(id)).toMatchObject([
      { state: 'delivered', tries: 4, lastResult: '200' },
    ]);
  });

  test('a message is sent once, although a crash lets its job run twice', async () => {
    const { id } = await add({ types: ['station.online'] });
    await happen();
    const [delivered] = await deliveries(id);
    const payload = { delivery: delivered?.number };
    await transact(app.deps, (work) =>
      work.enqueue({ kind: 'webhook.deliver', key: 'after a crash', payload }),
    );
    await app.deps.outbox.idle();
    expect(received).toHaveLength(1);
    expect(await deliveries(id)).toEqual([delivered]);
  });

  test('a message that is not delivered for three days fails, and an administrator can send it again', async () => {
    const { id } = await add({ types: ['station.online'] });
    status = 302;
    await happen();
    for (let hours = 0; hours < 80; hours += 4) {
      app.deps.clock.advance(4 * hour);
      await app.deps.outbox.idle();
    }
    const tries = received.length;
    expect(tries).toBeGreaterThan(8);
    // The server must not have followed a redirect.
    expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/hook']));
    expect(await deliveries(id, '?state=failed')).toMatchObject([{ lastResult: '302' }]);
    const { endpoints } = EndpointList.parse((await call('')).body);
    expect(endpoints).toMatchObject([{ waiting: 0, failed: 1 }]);
    status = 200;
    const once = randomUUID();
    const answers = [await call(`/${id}/replay`, {}, once), await call(`/${id}/replay`, {}, once)];
    expect(answers.map(({ body }) => body)).toEqual([
      { messages: 1, repeated: false },
      { messages: 1, repeated: true },
    ]);
    await app.deps.outbox.idle();
    expect(received).toHaveLength(tries + 1);
    expect(new Set(messages().map((message) => message.id)).size).toBe(1);
    const [{ message } = { message: null }] = await deliveries(id);
    expect((await call(`/${id}/replay`, { message: message?.id })).body).toMatchObject({
      messages: 1,
    });
    await app.deps.outbox.idle();
    expect(received).toHaveLength(tries + 2);
  });

  test('a message to a private address is never sent', async () => {
    const { id } = await add({
      url: 'https://localhost:9/hook',
      types: ['station.online'],
    });
    await happen();
    expect(await deliveries(id)).toMatchObject([
      { state: 'waiting', lastResult: 'the address is not public' },
    ]);
    for (const url of ['http://example.com/hook', 'https://user:pass@example.com/hook']) {
      const answer = await call('', { url });
      expect(answer.status).toBe(422);
      expect(OpsProblem.parse(answer.body).code).toBe('addressRefused');
    }
    expect((await call('', { url: 'ftp://example.com' })).status).toBe(400);
  });

  test('messages wait for a paused endpoint, and a removed endpoint gets nothing', async () => {
    const paused = await add({ types: ['station.online'] });
    const removed = await add({ url: `http://${host}/removed`, types: ['station.online'] });
    await call(`/${paused.id}/pause`, {});
    await call(`/${removed.id}/remove`, {});
    await happen();
    expect(received).toEqual([]);
    expect(await deliveries(paused.id)).toHaveLength(1);
    expect(await deliveries(removed.id)).toEqual([]);
    await call(`/${paused.id}/resume`, {});
    app.deps.clock.advance(11 * 60);
    await app.deps.outbox.idle();
    expect(received.map(({ path }) => path)).toEqual(['/hook']);
    expect((await call(`/${removed.id}/resume`, {})).status).toBe(404);
  });

  test('messages that wait for a paused endpoint for three days fail, and are not sent', async () => {
    const { id } = await add({ types: ['station.online'] });
    await call(`/${id}/pause`, {});
    await happen();
    app.deps.clock.advance(72 * hour + 60);
    await app.deps.outbox.idle();
    expect(received).toEqual([]);
    expect(await deliveries(id)).toMatchObject([
      { state: 'failed', lastResult: 'the endpoint was paused' },
    ]);
  });

  test('a failing receiver gets no messages for a while, and gets all of them when it works again', async () => {
    const { id } = await add({ types: ['station.online'] });
    status = 500;
    await happen();
    await happen();
    await happen();
    // After the first failure, the other messages wait.
    expect(received).toHaveLength(1);
    status = 200;
    app.deps.clock.advance(21);
    await app.deps.outbox.idle();
    expect(new Set((await deliveries(id)).map(({ state }) => state))).toEqual(
      new Set(['delivered']),
    );
    expect(received).toHaveLength(4);
  });

  test('a message that waits for its next try is not sent twice by a replay', async () => {
    const { id } = await add({ types: ['station.online'] });
    status = 500;
    await happen();
    const [waiting] = await deliveries(id);
    expect((await call(`/${id}/replay`, { message: waiting?.message.id })).body).toMatchObject({
      messages: 0,
    });
    expect((await call(`/${id}/replay`, { message: randomUUID() })).status).toBe(404);
    status = 200;
    app.deps.clock.advance(hour);
    await app.deps.outbox.idle();
    expect(received).toHaveLength(2);
  });

  test('after a change of the secret, both secrets are valid for a day', async () => {
    const { id } = await add({ types: ['station.online'] });
    const before = await secretOf(id);
    const after = await secretOf(id, 'rotate-secret');
    expect(after).not.toBe(before);
    expect(await secretOf(id)).toBe(after);
    await happen();
    app.deps.clock.advance(25 * hour);
    await happen();
    const [first, last] = received;
    if (!first || !last) throw new Error('two messages were expected');
    const both = [after, before].map((secret) => signatureOf(secret, first.headers, first.body));
    expect(first.headers['webhook-signature']).toBe(both.join(' '));
    expect(last.headers['webhook-signature']).toBe(signatureOf(after, last.headers, last.body));
    const acts = await app.deps.db
      .selectFrom('operator_actions')
      .select('action')
      .where('subject', '=', `webhook ${id}`)
      .orderBy('id')
      .execute();
    expect(acts.map(({ action }) => action)).toEqual([
      'webhook.add',
      'webhook.showSecret',
      'webhook.rotateSecret',
      'webhook.showSecret',
    ]);
  });
});

/** The signature according to Standard Webhooks. */
function signatureOf(secret: string, headers: Received['headers'], body: string): string {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', bytes).update(signed).digest('base64')}`;
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address) return address.port;
  throw new Error('the receiver does not listen');
}
