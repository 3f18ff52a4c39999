import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPath, paths, workerSwitchPath } from '../../contract/paths.ts';
import { contentSecurityPolicy } from '../http/build/securityHeaders.ts';
import { createLogger } from '../log/logger.ts';
import { readSettings } from '../settings/settings.ts';
import { freePort } from '../testing/network/freePort.ts';
import { startSimulatedWorld } from '../testing/simulatedWorld.ts';
import { startServer } from './startServer.ts';

const closers: (() => Promise<unknown>)[] = [];
/** The addresses of the servers in this test, by the kind of server. */
const urls = { app: '', issuer: '', identity: '' };

beforeAll(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'charger-rental-headers-'));
  closers.push(() => rm(dataDir, { recursive: true }));
  const world = await startSimulatedWorld(dataDir);
  closers.push(() => world.stop());
  const settings = readSettings({
    ...world.env,
    DIST_DIR: await makeBuild(path.join(dataDir, 'dist')),
    // The server sends `Strict-Transport-Security` only if this address begins with `https`. The test sends its
    // requests without TLS, as a proxy does.
    PUBLIC_URL: 'https://go.example',
    PORT: String(await freePort()),
  });
  const server = await startServer(settings, createLogger('silent'));
  closers.push(() => server.stop());
  urls.app = `http://127.0.0.1:${settings.port}`;
  urls.issuer = `http://127.0.0.1:${world.env['ISSUER_PORT']}`;
  urls.identity = `http://127.0.0.1:${world.env['IDENTITY_PORT']}`;
});
afterAll(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function makeBuild(folder: string): Promise<string> {
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  await mkdir(path.join(folder, 'icons'));
  const page = `<!doctype html><html lang="en"><head><title>Home</title><style>i{top:0}</style></head>
<body><div id="root"><!--home--><i></i><!--/home--></div><script>start()</script></body></html>`;
  for (const [name, content] of Object.entries({
    'index.html': page,
    'sw.js': 'self;',
    'manifest.webmanifest': '{}',
    'favicon.ico': '',
    'assets/app-1a2b.js': 'export {}',
    'assets/app-1a2b.css': 'i{top:0}',
    'icons/icon.svg': '<svg/>',
  })) {
    await writeFile(path.join(folder, name), content);
  }
  return folder;
}

interface Sent {
  status: number;
  headers: Headers;
}

async function ask(url: string, init: RequestInit = {}): Promise<Sent> {
  const answer = await fetch(url, { redirect: 'manual', ...init });
  await answer.body?.cancel();
  return answer;
}

/** Sends a text that is not a correct request, and returns the answer. */
async function sendRaw(text: string): Promise<Sent> {
  const socket = connect(Number(new URL(urls.app).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (part: string) => (received += part));
  socket.write(text);
  await once(socket, 'close');
  const [status = '', ...lines] = received.split('\r\n\r\n', 1).join('').split('\r\n');
  const pairs = lines.map((line) => line.split(/: (.*)/s).slice(0, 2));
  return {
    status: Number(status.split(' ')[1]),
    headers: new Headers(pairs.map(([name = '', value = '']) => [name, value])),
  };
}

const json = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
});
const tile = { z: 14, x: 4203, y: 6090 };
const asPage = { headers: { accept: 'text/html' } };

/** Each kind of answer: its name, the address, the request, and the expected status. */
const kinds: [name: string, at: string, init: RequestInit, status: number][] = [
  ['first screen', '/home', asPage, 200],
  ['page that does not exist', '/no/such/page', asPage, 200],
  ['stored page', '/index.html', {}, 200],
  ['service worker', '/sw.js', {}, 200],
  ['switch of the service worker', workerSwitchPath, {}, 200],
  ['script', '/assets/app-1a2b.js', {}, 200],
  ['style sheet', '/assets/app-1a2b.css', {}, 200],
  ['manifest', '/manifest.webmanifest', {}, 200],
  ['missing file', '/assets/gone-9f9f.js', {}, 404],
  ['malformed address', '/%E0%A4%A', {}, 400],
  ['data for everybody', paths.config, {}, 200],
  ['description of the API', paths.openApi, {}, 200],
  ['event stream', fillPath(paths.stationTileEvents, tile), {}, 200],
  ['missing session', paths.me, {}, 401],
  ['missing call', '/api/nothing', {}, 404],
  ['invalid input', paths.codes, json('{"phone":1}'), 400],
  ['no JSON', paths.codes, json('{'), 400],
  ['too large', paths.codes, json(`"${'a'.repeat(70_000)}"`), 413],
  ['refused webhook', fillPath(paths.paymentWebhook, { provider: 'none' }), json('{}'), 404],
  ['page of the sandbox', '/sandbox', {}, 200],
  ['script of the sandbox', '/sandbox/sandbox.js', {}, 200],
  ['call of the sandbox', '/sandbox/api/cabinets', {}, 200],
  ['missing call of the sandbox', '/sandbox/api/nothing', {}, 404],
  ['photo of the sandbox', '/sandbox/photos/none.svg', {}, 404],
];
const publicKinds: typeof kinds = [
  ['icon', '/icons/icon.svg', {}, 200],
  ['feed', '/gbfs/gbfs.json', {}, 200],
  ['file of the feed', '/gbfs/station_status.json', {}, 200],
];
const providerKinds: [name: string, at: keyof typeof urls, url: string, status: number][] = [
  ['card form', 'issuer', '/card-form', 200],
  ['payment sheet', 'issuer', '/sheets/payPal', 200],
  ['script of the card form', 'issuer', '/cardForm.js', 200],
  ['missing page of the issuer', 'issuer', '/nothing', 404],
  ['sign-in that is over', 'identity', '/choose/google/none', 410],
  ['style sheet of the sign-in', 'identity', '/chooser.css', 200],
  ['data of the sign-in provider', 'identity', '/google/.well-known/openid-configuration', 200],
  ['missing page of the sign-in provider', 'identity', '/nothing', 404],
];

const dataPolicy = "default-src 'none'; frame-ancestors 'none'";
const policies = new Map<string, string>();

function expectSecured(name: string, { headers }: Sent, resourcePolicy: string): void {
  const policy = headers.get('content-security-policy') ?? '';
  policies.set(policy, name);
  if (policy !== dataPolicy) {
    expect(policy, name).toContain("require-trusted-types-for 'script'; trusted-types default");
    expect(policy, name).toContain("script-src 'self'");
    expect(policy, name).not.toMatch(/unsafe-eval|script-src[^;]*unsafe/);
  }
  expect(Object.fromEntries(headers), name).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': resourcePolicy,
    'strict-transport-security': expect.stringMatching(/^max-age=31536000/),
    'permissions-policy': expect.stringMatching(
      /^camera=\(self\), geolocation=\(self\), microphone=\(\), usb=\(\), payment=\(\)$/,
    ),
  });
}

test.each(kinds)('%s has every security header', async (name, at, init, status) => {
  const answer = await ask(urls.app + at, init);
  expect(answer.status).toBe(status);
  expectSecured(name, answer, 'same-origin');
});

test('a redirect has every security header', async () => {
  const address = fillPath(paths.socialCallback, { provider: 'google' });
  const answer = await ask(`${urls.app}${address}?error=access_denied&state=none`);
  expect(answer.headers.get('location')).not.toBeNull();
  expectSecured('redirect', answer, 'same-origin');
});

test.each(publicKinds)('other sites may load %s', async (name, at, init, status) => {
  const answer = await ask(urls.app + at, init);
  expect(answer.status).toBe(status);
  expectSecured(name, answer, 'cross-origin');
});

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['too many headers', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
])('%s has every security header', async (name, text, status) => {
  const answer = await sendRaw(text);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expectSecured(name, answer, 'same-origin');
});

test.each(providerKinds)('%s has security headers', async (name, at, url, status) => {
  const { headers, status: sent } = await ask(urls[at] + url);
  expect(sent).toBe(status);
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), usb=(), payment=()',
  });
  const policy = headers.get('content-security-policy');
  if (policy !== null) policies.set(policy, name);
});

test('csp_evaluator finds nothing serious in any policy', async () => {
  const photo = await ask(`${urls.app}/sandbox/photos/${await anyStation()}.svg`);
  policies.set(photo.headers.get('content-security-policy') ?? '', 'photo of the sandbox');
  // Pages, data, a photo, the card issuer and the sign-in provider each have a different policy.
  expect(policies.size).toBe(5);
  policies.set(policyWithStripe(), 'pages with Stripe');
  const serious = [...policies].flatMap(([policy, name]) =>
    new CspEvaluator(new CspParser(policy).csp)
      .evaluate()
      .filter(({ severity }) => severity <= Severity.MEDIUM)
      // The app reaches the sandbox's providers on this machine, without TLS.
      .filter(({ value = '' }) => !/^http:\/\/(?:localhost|127\.0\.0\.1):/.test(value))
      .map(({ description, directive, value }) => `${name}: ${directive} ${value}: ${description}`),
  );
  expect(serious).toEqual([]);
});

function policyWithStripe(): string {
  const policy = contentSecurityPolicy({
    payments: () => ({
      scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
      frames: ['https://js.stripe.com', 'https://hooks.stripe.com'],
      connects: ['https://api.stripe.com'],
    }),
    baseMap: {
      kind: 'raster',
      url: 'https://tiles.example/{z}/{x}/{y}',
      maxDataZoom: 19,
      attribution: '',
    },
    overlays: [],
    photos: ['https://photos.example'],
    html: '<script>start()</script>',
  });
  return policy();
}

async function anyStation(): Promise<string> {
  const cabinets: unknown = await (await fetch(`${urls.app}/sandbox/api/cabinets`)).json();
  const [first]: unknown[] = Array.isArray(cabinets) ? cabinets : [];
  return String(Object(first).id);
}
