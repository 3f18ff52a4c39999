import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../time/clock.ts';
import { makeVapidKeys, startPushService } from '../../testing/pushWorld.ts';
import { postTo } from '../publicCalls/postTo.ts';
import { isPublicAddress } from '../publicCalls/publicAddress.ts';
import type { OutgoingPush } from './pushService.ts';
import { createWebPush } from './webPush.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const message: OutgoingPush = { text: '{"a":1}', ttlSeconds: 60, urgency: 'high', topic: 'abc' };
const keys = makeVapidKeys();
const settings = { keys, subject: 'mailto:push@example.com', clock: systemClock };

async function startService() {
  const service = await startPushService();
  closers.push(service.close);
  const push = createWebPush({
    ...settings,
    hosts: [],
    sandboxPrefix: service.base,
    timeoutMs: 500,
  });
  const { endpoint, keys: browser } = service.box.subscribe(service.base, keys.publicKey);
  return { ...service, push, to: { endpoint, ...browser } };
}

describe('the answer of a push service', () => {
  test('decides the outcome', async () => {
    const { push, box, to } = await startService();
    const answers: [number, number | undefined][] = [
      [201, undefined],
      [413, undefined],
      [429, 30],
      [429, 90_000],
      [500, undefined],
      [404, undefined],
      [410, undefined],
    ];
    const outcomes = [];
    for (const [status, retryAfterSeconds] of answers) {
      box.turn({ status, times: 1, delayMs: 0, ...(retryAfterSeconds && { retryAfterSeconds }) });
      outcomes.push(await push.send(to, message));
    }
    expect(outcomes).toEqual([
      { outcome: 'taken' },
      { outcome: 'refused', why: 'the push service answered 413' },
      { outcome: 'later', retryAfter: 30 },
      { outcome: 'later', retryAfter: 3600 },
      { outcome: 'later', retryAfter: null },
      { outcome: 'gone' },
      { outcome: 'gone' },
    ]);
    expect(box.list(to.endpoint)).toMatchObject([{ ttl: 60, urgency: 'high', topic: 'abc' }]);
  });

  test('cannot arrive if the DNS lookup does not end in time', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const hosts = ['push.example.com'];
    const push = createWebPush({ ...settings, hosts, sandboxPrefix: null, resolve, lookupMs: 20 });
    const { to } = await startService();
    const endpoint = 'https://push.example.com/1';
    expect(await push.check(endpoint)).toBe('unresolved');
    expect(await push.send({ ...to, endpoint }, message)).toEqual({
      outcome: 'later',
      retryAfter: null,
    });
  });

  test('is a success for a browser with the previous key pair only while this pair is configured', async () => {
    const { box, base, to } = await startService();
    const options = { ...settings, keys: makeVapidKeys(), hosts: [], sandboxPrefix: base };
    const during = createWebPush({ ...options, previousKeys: keys });
    expect(await during.send(to, message)).toEqual({ outcome: 'taken' });
    expect(box.list(to.endpoint)).toHaveLength(1);
    const after = createWebPush(options);
    expect(await after.send(to, message)).toMatchObject({ outcome: 'refused' });
    expect(box.list(to.endpoint)).toHaveLength(1);
  });

  test('does not count if it comes too late', async () => {
    const { push, box, to } = await startService();
    box.turn({ status: 201, times: 1, delayMs: 3_000 });
    expect(await push.send(to, message)).toEqual({ outcome: 'later', retryAfter: null });
  });

  test('is not awaited if the connection is refused', async () => {
    const { push, to, close } = await startService();
    closers.pop();
    await close();
    expect(await push.send(to, message)).toEqual({ outcome: 'later', retryAfter: null });
  });
});

test('host names are looked up for each message, and a failed lookup is repeated later', async () => {
  const answers: (string | Error)[] = ['142.250.1.95', '10.0.0.8', new Error('EAI_AGAIN')];
  const push = createWebPush({
    ...settings,
    hosts: ['*.push.apple.com'],
    sandboxPrefix: null,
    resolve: async () => {
      const answer = answers.shift() ?? '';
      if (answer instanceof Error) throw answer;
      return [{ address: answer, family: 4 }];
    },
  });
  const endpoint = 'https://web.push.apple.com/x';
  expect(await push.check(endpoint)).toBe('allowed');
  const to = { endpoint, p256dh: keys.publicKey, auth: 'A'.repeat(22) };
  expect(await push.send(to, message)).toMatchObject({ outcome: 'refused' });
  expect(await push.send(to, message)).toEqual({ outcome: 'later', retryAfter: null });
  expect(answers).toEqual([]);
});

async function listen(handle: RequestListener): Promise<Server & { port: number }> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return Object.assign(server, { port: typeof address === 'object' && address ? address.port : 0 });
}

describe('a post', () => {
  const post = (address: string, timeoutMs = 1_000) =>
    postTo({
      url: new URL(address),
      addresses: [{ address: '127.0.0.1', family: 4 }],
      headers: {},
      body: Buffer.from('x'),
      timeoutMs,
    });

  test('goes to the checked address without another lookup', async () => {
    const hosts: (string | undefined)[] = [];
    const { port } = await listen((request, response) => {
      hosts.push(request.headers.host);
      response.writeHead(429, { 'retry-after': '7' }).end();
    });
    const address = `http://push.invalid:${port}/x`;
    expect(await post(address)).toEqual({ status: 429, retryAfter: '7' });
    expect(hosts).toEqual([`push.invalid:${port}`]);
  });

  test('does not follow a redirect', async () => {
    const asked: (string | undefined)[] = [];
    const { port } = await listen((request, response) => {
      asked.push(request.url);
      response.writeHead(307, { location: '/inside' }).end();
    });
    expect((await post(`http://push.invalid:${port}/x`)).status).toBe(307);
    expect(asked).toEqual(['/x']);
  });

  test('does not read an endless answer', async () => {
    const { port } = await listen((_request, response) => {
      response.writeHead(201);
      const more = () => {
        while (response.write(Buffer.alloc(4096)));
      };
      response.on('drain', more);
      more();
    });
    expect((await post(`http://push.invalid:${port}/x`)).status).toBe(201);
  });

  test('ends in time, even if the answer does not end', async () => {
    const { port } = await listen((_request, response) => {
      response.writeHead(201).write('so far');
    });
    const { port: silent } = await listen(() => undefined);
    expect((await post(`http://push.invalid:${port}/x`, 200)).status).toBe(201);
    await expect(post(`http://push.invalid:${silent}/x`, 200)).rejects.toThrow('aborted');
  });
});

test.each([
  ['8.8.8.8', true],
  ['142.250.1.95', true],
  ['100.63.255.255', true],
  ['2a00:1450:4001:81b::200a', true],
  ['2620:149:a44::1', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.0.0.192', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::a00:8', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
  ['2001:0:5ef5:79fb::1', false],
  ['2002:7f00:1::', false],
  ['localhost', false],
  ['', false],
])('whether the address %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
