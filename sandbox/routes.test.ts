import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '../contract/errors.ts';
import { SubscribePush } from '../contract/notifications.ts';
import { systemClock } from '../server/time/clock.ts';
import type { Broker } from '../server/gateway/broker.ts';
import { startBroker } from '../server/gateway/broker.ts';
import { createMqttGateway, type MqttGateway } from '../server/gateway/mqttGateway.ts';
import { hashStationSecret } from '../server/gateway/secrets.ts';
import { RecordingListener, RecordingLog } from '../server/gateway/testing.ts';
import { installErrorHandler } from '../server/http/errorHandler.ts';
import { createWebPush } from '../server/providers/push/webPush.ts';
import { makeVapidKeys } from '../server/testing/pushWorld.ts';
import { demoScenario, demoStations } from './demo/demo.ts';
import { sandboxRoutes } from './routes.ts';
import { startSandbox, type Sandbox } from './sandbox.ts';
import { openSandboxClock } from './sandboxClock.ts';

const log = new RecordingLog();
let dataDir: string;
let sandbox: Sandbox;
let broker: Broker;
let gateway: MqttGateway;
let listener: RecordingListener;
let app: FastifyInstance;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
  const clock = openSandboxClock(dataDir);
  sandbox = await startSandbox({
    settings: {
      dataDir,
      host: '127.0.0.1',
      identityPort: 0,
      identityUrl: 'http://localhost',
      issuerPort: 0,
      issuerUrl: 'http://localhost',
      publicUrl: 'https://rent.example',
      environment: 'test',
    },
    clock,
    log,
  });
  broker = await startBroker({
    port: 0,
    log,
    secretHashesOf: async (ids) =>
      new Map(ids.map((id) => [id, [hashStationSecret(sandbox.secretOf(id))]])),
  });
  gateway = createMqttGateway({
    url: broker.url,
    credentials: broker.server,
    shared: false,
    log,
  });
  listener = new RecordingListener();
  await gateway.start(listener);
  await sandbox.connectCabinets(broker.url).settled(10_000);
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  await app.register(sandboxRoutes, {
    prefix: '/sandbox',
    sandbox,
    publicUrl: 'https://rent.example',
    log,
  });
});

afterAll(async () => {
  await app.close();
  await gateway.stop();
  await sandbox.stop();
  await broker.close();
  await rm(dataDir, { recursive: true });
});

const Cabinet = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  scenario: z.string().nullable(),
  online: z.boolean(),
  link: z.string(),
  slots: z.array(
    z.object({
      slot: z.int(),
      charger: z.string().nullable(),
      level: z.int().nullable(),
      status: z.string(),
    }),
  ),
  knobs: z.record(z.string(), z.unknown()),
});

async function get<T>(url: string, schema: z.ZodType<T>): Promise<T> {
  const answer = await app.inject({ url: `/sandbox/api${url}` });
  expect(answer.statusCode).toBe(200);
  return schema.parse(answer.json());
}

const post = (url: string, payload: object) =>
  app.inject({ method: 'POST', url: `/sandbox/api${url}`, payload });

test('there are forty cabinets, and four of them have a scenario', async () => {
  const cabinets = await get('/cabinets', z.array(Cabinet));
  expect(cabinets).toHaveLength(40);
  const stateOfScenario = (scenario: string) => {
    const found = cabinets.filter((one) => one.scenario === scenario);
    expect(found).toHaveLength(1);
    const { slots, online } = Cabinet.parse(found[0]);
    const charged = slots.filter(({ level }) => level !== null && level >= 60).length;
    return { online, charged, free: slots.filter(({ charger }) => charger === null).length };
  };
  expect(stateOfScenario('ready')).toEqual({ online: true, charged: 6, free: 2 });
  expect(stateOfScenario('empty')).toEqual({ online: true, charged: 0, free: 8 });
  expect(stateOfScenario('full')).toEqual({ online: true, charged: 8, free: 0 });
  expect(stateOfScenario('offline')).toMatchObject({ online: false });
  expect(cabinets.filter(({ online }) => !online)).toHaveLength(1);
  const first = await get(`/cabinets/${demoScenario('ready')}`, Cabinet);
  expect(first.link).toBe(`https://rent.example/home?equip_id=${first.id}`);
});

test('a charger that is outside can be inserted into a slot', async () => {
  const ready = await get(`/cabinets/${demoScenario('ready')}`, Cabinet);
  await post(`/cabinets/${ready.id}/knobs`, { answerDelayMs: 0 });
  const place = ready.slots.find(({ charger }) => charger !== null);
  const charger = z.string().parse(place?.charger);
  await gateway.send(ready.id, {
    id: 'c1',
    type: 'eject',
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
    charger,
    slot: 1,
  });
  const Out = z.array(z.object({ charger: z.string(), takenFrom: z.string() }));
  await expect.poll(() => get('/chargers/out', Out)).toMatchObject([{ charger }]);
  const empty = demoScenario('empty');
  const answer = await post(`/cabinets/${empty}/return`, { charger, slot: 5 });
  expect(answer.json()).toMatchObject({ accepted: true, slot: 5 });
  expect(await get('/chargers/out', Out)).toEqual([]);
  await listener.until(() => listener.eventsOf(empty).some(({ type }) => type === 'returned'));
});

test.each([
  ['/cabinets/NOPE/return', { charger: 'PB-1' }, 404, 'params.id'],
  [`/cabinets/${demoScenario('ready')}/return`, { charger: 'PB-NONE' }, 404, 'body.charger'],
  [`/cabinets/${demoScenario('full')}/return`, { charger: 'ZZ-9' }, 400, 'params.id'],
  [`/cabinets/${demoScenario('full')}/return`, { charger: 'ZZ-9', slot: 1 }, 400, 'body.slot'],
  [
    `/cabinets/${demoScenario('ready')}/knobs`,
    { answerDelayMs: 60_001 },
    400,
    'body.answerDelayMs',
  ],
  [`/cabinets/${demoScenario('ready')}/knobs`, { lossrate: 1 }, 400, 'body'],
  ['/clock', { advanceSeconds: -1 }, 400, 'body.advanceSeconds'],
  ['/payments/knobs', { mode: 'other' }, 400, 'body.mode'],
])('the sandbox refuses POST %s %j as problem+json', async (url, body, status, field) => {
  const answer = await post(url, body);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(Problem.parse(answer.json()).fields).toEqual([field]);
});

test('text messages are listed by phone number, newest first', async () => {
  sandbox.messages.add({ to: '+12125550123', body: 'one', code: '111111' });
  sandbox.messages.add({ to: '+12125550124', body: 'two', code: '222222' });
  sandbox.messages.add({ to: '+12125550123', body: 'three', code: '333333' });
  const messages = await get(
    '/messages?to=%2B12125550123',
    z.array(z.object({ code: z.string() })),
  );
  expect(messages.map(({ code }) => code)).toEqual(['333333', '111111']);
});

test('mails are listed by address', async () => {
  const body = 'Your code\n\n444444 is it.\n';
  sandbox.messages.add({ to: 'ana@example.com', body, code: '444444' });
  const messages = await get(
    '/messages?to=ana%40example.com',
    z.array(z.object({ to: z.string(), code: z.string(), body: z.string() })),
  );
  expect(messages).toEqual([{ to: 'ana@example.com', code: '444444', body }]);
});

test('the cabinets get the new time, and the offset of the clock survives a restart', async () => {
  const Time = z.object({ now: z.iso.datetime(), offsetSeconds: z.number() });
  const before = await get('/clock', Time);
  listener.events.length = 0;
  const answer = await post('/clock', { advanceSeconds: 86_400 });
  const after = Time.parse(answer.json());
  expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(86_400_000);
  // The response arrives after each reachable cabinet has sent a message with the new time.
  const spoke = new Set(listener.events.map(({ stationId }) => stationId));
  expect(spoke.size).toBe(39);
  expect(openSandboxClock(dataDir).offsetSeconds).toBe(86_400);
});

test('one call sets the knobs of all cabinets', async () => {
  await post('/knobs', { lossRate: 0.5, answerDelayMs: 100 });
  const all = await get('/cabinets', z.array(Cabinet));
  expect(all.every(({ knobs }) => knobs['lossRate'] === 0.5)).toBe(true);
  await post('/knobs', { reset: true });
  const again = await get('/cabinets', z.array(Cabinet));
  expect(again.every(({ knobs }) => knobs['answerDelayMs'] === 500)).toBe(true);
});

test('the streets of the demo city are served, and requests for other tiles get a 204', async () => {
  const tile = await app.inject({
    url: '/sandbox/tiles/13/2100/3045.mvt',
    headers: { 'accept-encoding': 'br' },
  });
  expect(tile.headers).toMatchObject({
    'content-type': 'application/vnd.mapbox-vector-tile',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const plain = await app.inject({ url: '/sandbox/tiles/13/2100/3045.mvt' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.rawPayload.length).toBeGreaterThan(tile.rawPayload.length);
  for (const url of ['/sandbox/tiles/12/1050/1522.mvt', '/sandbox/tiles/13/1/1.mvt']) {
    expect((await app.inject({ url })).statusCode).toBe(204);
  }
});

test('the page and all its files are served', async () => {
  const page = await app.inject({ url: '/sandbox' });
  const loaded = [...page.body.matchAll(/(?:src|href)="(\/sandbox\/[^"]+)"/g)].map(
    ([, url]) => url,
  );
  expect(loaded.length).toBeGreaterThan(2);
  for (const url of [...loaded, '/sandbox/dom.js', '/sandbox/api.js', '/sandbox/knobsForm.js']) {
    expect((await app.inject({ url: z.string().parse(url) })).statusCode).toBe(200);
  }
  const { id } = z.object({ id: z.string() }).parse(demoStations[0]);
  const qr = await app.inject({ url: `/sandbox/api/cabinets/${id}/qr.svg` });
  expect(qr.headers['content-type']).toBe('image/svg+xml');
});

test('a simulated browser accepts messages of any sender, or only of the sender with its key', async () => {
  const made = await app.inject({ method: 'POST', url: '/sandbox/api/push-subscriptions' });
  expect(made.statusCode).toBe(201);
  const browser = SubscribePush.parse(made.json());
  const keys = makeVapidKeys();
  const other = await post('/push-subscriptions', { applicationServerKey: keys.publicKey });
  const own = SubscribePush.parse(other.json());
  const settings = {
    subject: 'mailto:push@example.com',
    hosts: [],
    sandboxPrefix: sandbox.pushBase,
    clock: systemClock,
  };
  const push = createWebPush({ ...settings, keys });
  const strange = createWebPush({ ...settings, keys: makeVapidKeys() });
  const message = { text: '{"title":"Hi"}', ttlSeconds: 9, urgency: 'low', topic: 'a' } as const;
  const to = (one: SubscribePush) => ({ endpoint: one.endpoint, ...one.keys });
  expect(await strange.send(to(browser), message)).toEqual({ outcome: 'taken' });
  expect(await strange.send(to(own), message)).toMatchObject({ outcome: 'refused' });
  expect(await push.send(to(own), message)).toEqual({ outcome: 'taken' });
  const Arrived = z.array(z.looseObject({ endpoint: z.string(), message: z.unknown() }));
  const at = encodeURIComponent(own.endpoint);
  expect(await get(`/pushes?endpoint=${at}`, Arrived)).toMatchObject([
    { endpoint: own.endpoint, ttl: 9, urgency: 'low', topic: 'a', message: { title: 'Hi' } },
  ]);
  expect(await get('/pushes', Arrived)).toHaveLength(2);

  expect((await post('/pushes/knobs', { status: 410 })).json()).toMatchObject({ times: 1 });
  expect(await push.send(to(own), message)).toEqual({ outcome: 'gone' });
  expect(await push.send(to(own), message)).toEqual({ outcome: 'gone' });
  expect(await push.send(to(browser), message)).toEqual({ outcome: 'taken' });
  expect((await post('/pushes/knobs', { status: 418 })).statusCode).toBe(400);
});
