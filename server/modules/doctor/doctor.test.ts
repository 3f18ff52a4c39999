import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { DoctorReport } from '../../../contract/operators/doctor.ts';
import legal from '../../../locales/en/documents/legal.json' with { type: 'json' };
import { ops } from '../../commands/ops/ops.ts';
import { runCommand } from '../../commands/runCommand.ts';
import { startTestApp } from '../../testing/app.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import { FakeTwilio } from '../../testing/fakeTwilio.ts';
import { freePort } from '../../testing/network/freePort.ts';
import { checkLegalTexts } from './legalTexts.ts';

vi.setConfig({ testTimeout: 120_000 });

const operatorKey = 'operators-key-of-the-tests-0123456789';
const secrets = {
  STRIPE_SECRET_KEY: `sk_test_${'a'.repeat(24)}`,
  STRIPE_PUBLISHABLE_KEY: `pk_test_${'b'.repeat(24)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'c'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: FakeTwilio.authToken,
};
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Starts a server that simulates the outside services. Each path in `answers` gets its answer; other paths get 404. */
async function startServices(answers: Record<string, { status: number; body?: unknown }>) {
  const server: Server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const { status, body } = answers[path] ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('it does not listen');
  return `http://127.0.0.1:${address.port}`;
}

async function examine(env: Record<string, string>, ...options: string[]) {
  const app = await startTestApp({
    env: { OPERATOR_KEY: operatorKey, DATA_DIR: tmpdir(), BUILDS_DIR: tmpdir(), ...env },
  });
  closers.push(() => app.close());
  const operator = { ...app.deps.settings.operator, key: operatorKey, url: app.url };
  return captureOutput((output) =>
    runCommand(['doctor', ...options, '--as', 'root'], ops, {
      ...output,
      settings: { operator },
    }),
  );
}

const statesIn = (json: string) =>
  Object.fromEntries(
    DoctorReport.parse(JSON.parse(json)).findings.map(({ check, state }) => [check, state]),
  );

const well = (address: string) => ({
  '/v1/account': { status: 200, body: { default_currency: 'usd' } },
  '/v1/webhook_endpoints': {
    status: 200,
    body: { data: [{ url: `${address}/api/webhooks/stripe`, status: 'enabled' }] },
  },
  [`/v2/Services/${FakeTwilio.serviceSid}`]: { status: 200, body: { custom_code_enabled: true } },
  '/api/health': { status: 200, body: { ok: true } },
  '/tiles/12/1050/1522.mvt': { status: 200 },
});
const configured = (services: string) => ({
  SANDBOX: '0',
  ...secrets,
  STRIPE_API_URL: services,
  TWILIO_VERIFY_SERVICE_SID: FakeTwilio.serviceSid,
  TWILIO_ACCOUNT_SID: FakeTwilio.accountSid,
  TWILIO_URL: services,
  PUBLIC_URL: services,
  BASE_MAP_URL: `${services}/tiles/{z}/{x}/{y}.mvt`,
});

test('the doctor lists what a new server lacks, in words and as JSON @slow', async () => {
  const { code, out, err } = await examine({});
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toContain('missing  tariffs: There is no tariff.');
  expect(out).toContain('missing  stations: There is no station.');
  expect(out).toContain('missing  chargers: No charger is registered.');
  const again = await examine({}, '--json');
  expect(again.code).toBe(1);
  expect(statesIn(again.out)).toMatchObject({ database: 'ok', sandbox: 'off', tariffs: 'missing' });
});

test('services that answer and accept their keys have the state ok', async () => {
  const answers: Record<string, { status: number; body?: unknown }> = {};
  const services = await startServices(answers);
  Object.assign(answers, well(services));
  const { out } = await examine(configured(services), '--json');
  expect(statesIn(out)).toMatchObject({
    sandbox: 'ok',
    payments: 'ok',
    'card forms': 'ok',
    'payment webhook': 'ok',
    'login codes': 'ok',
    'public address': 'ok',
    clock: 'ok',
    map: 'ok',
    'e-mail': 'off',
    'disk of DATA_DIR': 'ok',
  });
});

test('services that refuse their keys or do not answer have the state broken, and no secret is printed', async () => {
  const refused = { status: 401 };
  const services = await startServices({
    '/v1/account': refused,
    '/v1/tokens/none': refused,
    '/v1/webhook_endpoints': { status: 200, body: { data: [] } },
    [`/v2/Services/${FakeTwilio.serviceSid}`]: refused,
  });
  const [mail, mqtt] = [await freePort(), await freePort()];
  const env = {
    ...configured(services),
    MAIL_URL: `smtp://user:a-secret-of-the-mail@127.0.0.1:${mail}`,
    MAIL_FROM: 'rental@example.com',
    MQTT_URL: `mqtt://server:a-secret-of-the-broker@127.0.0.1:${mqtt}`,
    GEOIP_FILE: '/nowhere/cities.mmdb',
    OPERATOR_OIDC_ISSUER: `https://127.0.0.1:${mqtt}`,
    OPERATOR_OIDC_CLIENT_ID: 'the-console',
    OPERATOR_OIDC_CLIENT_SECRET: 'a-secret-of-the-issuer',
  };
  const { code, out, err } = await examine(env, '--json');
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(statesIn(out)).toMatchObject({
    payments: 'broken',
    'card forms': 'broken',
    'payment webhook': 'broken',
    'login codes': 'broken',
    'public address': 'broken',
    'e-mail': 'broken',
    broker: 'broken',
    'sign-in of operators': 'broken',
    map: 'broken',
    'data of addresses': 'broken',
  });
  for (const secret of [...Object.values(secrets), 'a-secret', operatorKey]) {
    expect(out).not.toContain(secret);
  }
});

test('a clock that the doctor cannot read does not count as correct', async () => {
  const { out } = await examine(configured(`http://127.0.0.1:${await freePort()}`), '--json');
  expect(statesIn(out)).toMatchObject({ clock: 'warning' });
});

// This test runs only while the legal texts are templates, because operators replace the templates with their own
// texts.
const areTemplates = checkLegalTexts().state === 'warning';

test.runIf(areTemplates)('the doctor warns while a legal text is a template', () => {
  const languages = ['en', 'es', 'zh-CN'];
  const { state, found } = checkLegalTexts();
  expect(state).toBe('warning');
  const templates = languages.flatMap((one) => [`terms (${one})`, `privacy policy (${one})`]);
  expect(found).toBe(`These texts are the templates of the product: ${templates.join(', ')}.`);
  const own = [{ heading: 'Who we are', text: ['We rent chargers.'] }];
  const texts = { terms: own, privacy: own };
  expect(checkLegalTexts({ en: texts, es: texts })).toMatchObject({ state: 'ok', breaks: null });
  const half = checkLegalTexts({ en: { ...texts, privacy: legal.privacy } });
  expect(half.found).toBe('These texts are the templates of the product: privacy policy (en).');
});

test('the doctor says that the server does not answer @slow', async () => {
  const operator = { key: operatorKey, keyFile: '', url: `http://127.0.0.1:${await freePort()}` };
  const { code, out } = await captureOutput((output) =>
    runCommand(['doctor'], ops, { ...output, settings: { operator } }),
  );
  expect(code).toBe(1);
  expect(out).toContain('broken   server: The server does not answer at');
});
