import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { CodeIssued, SignedIn } from '../../contract/signIn/auth.ts';
import { Config } from '../../contract/config.ts';
import { Problem } from '../../contract/errors.ts';
import { pushTopics, SubscribePush } from '../../contract/notifications.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { createLogger } from '../log/logger.ts';
import { readSettings } from '../settings/settings.ts';
import { startServer } from './startServer.ts';
import { FakeTwilio } from '../testing/fakeTwilio.ts';
import { startSimulatedWorld } from '../testing/simulatedWorld.ts';
import { FakeStripe } from '../testing/stripe/fakeStripe.ts';

vi.setConfig({ testTimeout: 120_000 });

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

test('Twilio sends the codes if it is configured, also in the sandbox @all', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'charger-rental-start-'));
  closers.push(() => rm(dataDir, { recursive: true }));
  const twilio = await FakeTwilio.start();
  closers.push(() => twilio.close());
  const world = await startSimulatedWorld(dataDir);
  closers.push(() => world.stop());
  const settings = readSettings({
    ...world.env,
    TWILIO_VERIFY_SERVICE_SID: FakeTwilio.serviceSid,
    TWILIO_ACCOUNT_SID: FakeTwilio.accountSid,
    TWILIO_AUTH_TOKEN: FakeTwilio.authToken,
    TWILIO_URL: twilio.url,
  });
  const server = await startServer(settings, createLogger('silent'));
  closers.push(() => server.stop());

  const post = async (address: string, body: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(server.url + address, init)).json();
  };
  const phone = '+13125550188';
  const asked = CodeIssued.parse(await post(paths.codes, { phone, language: 'es' }));
  const outbox = await fetch(`${server.url}/sandbox/api/messages?to=${encodeURIComponent(phone)}`);
  expect(await outbox.json()).toEqual([]);
  const verify = fillPath(paths.verifyCode, { requestId: asked.requestId });
  const { user } = SignedIn.parse(await post(verify, { code: twilio.codeFor(phone) }));
  expect(user.phone).toBe(phone);
});

test('the sandbox sends push messages with keys that stay the same after a restart @all', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'charger-rental-start-'));
  closers.push(() => rm(dataDir, { recursive: true }));
  const world = await startSimulatedWorld(dataDir);
  closers.push(() => world.stop());
  const start = async () => {
    const server = await startServer(readSettings(world.env), createLogger('silent'));
    closers.push(() => server.stop());
    const ask = async (address: string, init: RequestInit = {}): Promise<unknown> =>
      (await fetch(server.url + address, init)).json();
    const post = (address: string, body: unknown, session = ''): Promise<unknown> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${session}` };
      return ask(address, { method: 'POST', headers, body: JSON.stringify(body) });
    };
    const { push } = Config.parse(await ask(paths.config));
    return { server, ask, post, key: push?.publicKey ?? '' };
  };
  const { server, ask, post, key } = await start();
  const phone = '+13125550189';
  const asked = CodeIssued.parse(await post(paths.codes, { phone, language: 'en' }));
  const [text] = z
    .array(z.object({ code: z.string() }))
    .parse(await ask(`/sandbox/api/messages?to=${encodeURIComponent(phone)}`));
  const verify = fillPath(paths.verifyCode, { requestId: asked.requestId });
  const { sessionId } = SignedIn.parse(await post(verify, { code: text?.code }));

  const browser = SubscribePush.parse(
    await post('/sandbox/api/push-subscriptions', { applicationServerKey: key }),
  );
  await post(paths.pushSubscriptions, browser, sessionId);
  const choice = { push: Object.fromEntries(pushTopics.map((topic) => [topic, true])) };
  await ask(paths.notificationSettings, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sessionId}` },
    body: JSON.stringify({
      ...choice,
      quietHours: null,
      showDetails: true,
      receiptBy: 'none',
    }),
  });
  const words = (text: string) => ({ en: text, es: text, 'zh-CN': text });
  await post('/sandbox/api/news', { title: words('Open all night'), body: words('From today') });
  const pushes = `/sandbox/api/pushes?endpoint=${encodeURIComponent(browser.endpoint)}`;
  await vi.waitFor(
    async () =>
      expect(await ask(pushes)).toMatchObject([
        { message: { title: 'Open all night', body: 'From today', badge: 1 } },
      ]),
    { timeout: 20_000, interval: 50 },
  );

  await server.stop();
  expect((await start()).key).toBe(key);
});

test('the server reads the tiles of the first map when it starts @all', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'charger-rental-start-'));
  closers.push(() => rm(dataDir, { recursive: true }));
  let asked = 0;
  const tiles = http.createServer((_request, response) => {
    asked += 1;
    response.writeHead(404).end();
  });
  tiles.listen(0, '127.0.0.1');
  await once(tiles, 'listening');
  closers.push(async () => tiles.close());
  const address = tiles.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const world = await startSimulatedWorld(dataDir);
  closers.push(() => world.stop());
  const env = { ...world.env, BASE_MAP_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}` };
  const server = await startServer(readSettings(env), createLogger('silent'));
  closers.push(() => server.stop());
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0), { timeout: 60_000, interval: 50 });
});

describe('with Stripe configured @all', () => {
  async function start(env: Record<string, string>) {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'charger-rental-start-'));
    closers.push(() => rm(dataDir, { recursive: true }));
    const stripe = await FakeStripe.start();
    closers.push(() => stripe.close());
    const world = await startSimulatedWorld(dataDir);
    closers.push(() => world.stop());
    const settings = readSettings({
      ...world.env,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.url,
      ...env,
    });
    const server = await startServer(settings, createLogger('silent'));
    closers.push(() => server.stop());
    return server;
  }

  test('pages may load files from Stripe, but not from the card issuer of the sandbox', async () => {
    const { url } = await start({});
    const { headers } = await fetch(`${url}/sandbox`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toMatch(
      /script-src [^;]*https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com/,
    );
    expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.stripe\.com/);
    expect(policy).toMatch(
      /frame-src https:\/\/js\.stripe\.com [^;]*https:\/\/hooks\.stripe\.com;/,
    );
    expect(headers.get('permissions-policy')).toContain('payment=(self "https://js.stripe.com")');
    expect((await fetch(`${url}/sandbox/api/cabinets`)).status).toBe(200);
  });

  test('the sandbox cannot act as the operator or support', async () => {
    const { url } = await start({});
    const calls = ['campaigns', 'news', 'cases/C-7K3M-29QX', 'disputes/R-7K3M-29QX'];
    for (const call of calls) {
      const answer = await fetch(`${url}/sandbox/api/${call}`, { method: 'POST' });
      expect([call, answer.status]).toEqual([call, 404]);
    }
  });

  test('the server starts without the sandbox and its stations if Twilio is configured, too', async () => {
    const { url } = await start({
      SANDBOX: '0',
      TWILIO_VERIFY_SERVICE_SID: FakeTwilio.serviceSid,
      TWILIO_ACCOUNT_SID: FakeTwilio.accountSid,
      TWILIO_AUTH_TOKEN: FakeTwilio.authToken,
    });
    expect((await fetch(url + paths.health)).status).toBe(200);
    expect((await fetch(`${url}/sandbox/api/cabinets`)).status).toBe(404);
    expect((await fetch(`${url}/sandbox/api/clock`, { method: 'POST' })).status).toBe(404);
    const search = await fetch(`${url}${paths.stationSearch}?q=river`);
    expect(search.status).toBe(200);
    expect(await search.json()).toMatchObject({ stations: [] });
  });
});

test('without the process of the sandbox the server starts, and responds to calls to the sandbox with a problem @slow', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'charger-rental-start-'));
  closers.push(() => rm(dataDir, { recursive: true }));
  const world = await startSimulatedWorld(dataDir);
  closers.push(() => world.stop());
  await world.stop();
  const server = await startServer(readSettings(world.env), createLogger('silent'));
  closers.push(() => server.stop());
  expect((await fetch(server.url + paths.health)).status).toBe(200);
  const away = await fetch(`${server.url}/sandbox/api/clock`);
  expect(away.status).toBe(503);
  expect(Problem.parse(await away.json())).toMatchObject({ code: 'unavailable', retryAfter: 1 });
  const body = JSON.stringify({ phone: '+13125550187', language: 'en' });
  const headers = { 'content-type': 'application/json' };
  const code = await fetch(server.url + paths.codes, { method: 'POST', headers, body });
  expect(code.status).toBe(503);
});

test('the server does not start with a top-up amount that the payment provider would refuse @all', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'charger-rental-start-'));
  closers.push(() => rm(dataDir, { recursive: true }));
  const env = {
    NODE_ENV: 'test',
    SANDBOX: '1',
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: dataDir,
    KEYS_DIR: path.join(dataDir, 'keys'),
  };
  const settings = readSettings({ ...env, GOCASH_OFFERS: '1000+100,30' });
  await expect(startServer(settings, createLogger('silent'))).rejects.toThrow(
    'GOCASH_OFFERS: the payment provider takes no less than 50 in USD, but 30 is offered.',
  );
});
