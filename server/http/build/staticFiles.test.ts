import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../time/clock.ts';
import { installCallLimits } from '../../testing/callLimits.ts';
import { Problem } from '../../../contract/errors.ts';
import { installErrorHandler } from '../errorHandler.ts';
import { contentSecurityPolicy } from './securityHeaders.ts';
import { readBuild, serveApp } from './staticFiles.ts';

const script = 'document.title = "early";';
const page = `<!doctype html><title>Home</title><style>body{margin:0}</style>
<script>${script}</script><script type="module" src="/assets/app-1a2b.js"></script>`;

const worker = 'self.addEventListener("fetch", () => {});';

let distDir: string;
let app: FastifyInstance;
let url: string;

let pageHeaders = "default-src 'self'";

async function serve(serviceWorker: 'on' | 'off'): Promise<{ app: FastifyInstance; url: string }> {
  const served = fastify();
  installErrorHandler(served);
  installCallLimits(served);
  await serveApp(served, {
    distDir,
    build: readBuild(distDir),
    storedFilesDir: path.join(distDir, 'none'),
    serviceWorker,
    pageHeaders: () => pageHeaders,
    now: () => systemClock.now(),
    onChange: () => undefined,
    shell: {
      keyOf: ({ url: at, headers }) => JSON.stringify([at, headers]),
      // The page must be long enough to be compressed.
      render: async (html, { url: at }) => `${html}<!--${at}-->${'station '.repeat(100)}`,
    },
  });
  return { app: served, url: await served.listen({ port: 0, host: '127.0.0.1' }) };
}

beforeAll(async () => {
  distDir = await mkdtemp(path.join(tmpdir(), 'dist-'));
  await mkdir(path.join(distDir, 'assets'));
  await mkdir(path.join(distDir, 'icons'));
  for (const [name, content] of Object.entries({
    'index.html': page,
    'sw.js': worker,
    'manifest.webmanifest': '{"name":"Charger"}',
    'assets/app-1a2b.js': 'export {}',
    'icons/icon.svg': '<svg/>',
  })) {
    const file = path.join(distDir, name);
    await writeFile(file, content);
    await writeFile(`${file}.br`, brotliCompressSync(content));
    await writeFile(`${file}.gz`, gzipSync(content));
  }
  ({ app, url } = await serve('on'));
});
afterAll(async () => {
  await app.close();
  await rm(distDir, { recursive: true });
});

const navigate = (to: string, headers: Record<string, string> = {}) =>
  fetch(url + to, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } });

test.each(['/', '/home', '/home?equip_id=ABC', '/login/loginWithPhone'])(
  'a navigation to %s gets the page with its first screen',
  async (to) => {
    const response = await navigate(to);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain(`<!--${to}-->`);
    const etag = response.headers.get('etag') ?? '';
    expect((await navigate(to, { 'if-none-match': etag })).status).toBe(304);
  },
);

test.each(['/home', '/index.html', '/sw.js'])(
  '%s is sent again if the cached copy has the headers of another configuration',
  async (to) => {
    const etag = (await navigate(to)).headers.get('etag') ?? '';
    const before = pageHeaders;
    pageHeaders = "default-src 'none'";
    try {
      expect((await navigate(to, { 'if-none-match': etag })).status).toBe(200);
    } finally {
      pageHeaders = before;
    }
    expect((await navigate(to, { 'if-none-match': etag })).status).toBe(304);
  },
);

test.each([
  '/assets/gone-9f9f.js',
  '/assets/',
  '/favicon.ico',
  '/api/nothing',
  '/.env',
  '/../package.json',
])('a request for the missing file %s gets a 404 and never the page', async (to) => {
  const response = await navigate(to);
  expect(response.status).toBe(404);
  expect(Problem.parse(await response.json()).code).toBe('notFound');
});

test.each([{ accept: '*/*' }, { accept: 'text/html' }, {}])(
  'an address of the app gets the page for the headers %o',
  async (headers) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask('/home', { accept: '*/*', ...headers }, method);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    }
  },
);

test('a request that is not for a page does not get the page', async () => {
  const response = await fetch(`${url}/home`, { headers: { accept: 'application/json' } });
  expect(response.status).toBe(404);
  expect((await fetch(`${url}/home`, { method: 'POST' })).status).toBe(404);
});

const immutable = 'public, max-age=31536000, immutable';
const files = [
  ['/assets/app-1a2b.js', 'application/javascript; charset=utf-8', immutable],
  ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
  ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
  ['/manifest.webmanifest', 'application/manifest+json', 'no-cache'],
  ['/icons/icon.svg', 'image/svg+xml', 'public, max-age=86400'],
] as const;

/** Gets the raw bytes, because `fetch` would decode them and add its own headers. */
async function ask(
  to: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }> {
  const asked = request(url + to, { method, headers: { accept: 'text/html', ...headers } });
  const answered = once(asked, 'response');
  asked.end();
  const [response]: IncomingMessage[] = await answered;
  if (!response) throw new Error('no answer');
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, body };
}

const encodings = [
  ['gzip, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
] as const;

test.each(files)(
  '%s is compressed once, with the correct type',
  async (file, type, cacheControl) => {
    const bodies = new Set<string>();
    for (const [accepted, encoding, decode] of encodings) {
      const accept = { 'accept-encoding': accepted };
      const { status, headers, body } = await ask(file, accept);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': type,
        'cache-control': cacheControl,
        vary: 'accept-encoding',
        'content-length': String(body.byteLength),
      });
      expect(headers['content-encoding']).toBe(encoding);
      bodies.add(decode(body).toString());

      const { etag = 'none' } = headers;
      const known = await ask(file, { ...accept, 'if-none-match': etag });
      expect(known.status).toBe(304);
      expect(known.headers).toMatchObject({
        'cache-control': cacheControl,
        etag,
        vary: 'accept-encoding',
      });
      expect(known.body).toHaveLength(0);

      const head = await ask(file, accept, 'HEAD');
      expect(head.status).toBe(200);
      expect({ ...head.headers, date: '' }).toEqual({ ...headers, date: '' });
      expect(head.body).toHaveLength(0);
    }
    expect(bodies.size).toBe(1);
  },
);

test('the page varies by language, and its ETag does not depend on the encoding', async () => {
  const tags = new Set<string>();
  for (const [accepted, encoding, decode] of encodings) {
    const accept = { 'accept-encoding': accepted };
    const { headers, body } = await ask('/home', accept);
    const known = {
      'cache-control': 'no-cache',
      vary: 'accept-language, sec-fetch-mode, accept-encoding',
    };
    expect(headers).toMatchObject(known);
    expect(headers['content-encoding']).toBe(encoding);
    expect(decode(body).toString()).toContain('<title>Home</title>');
    // Nothing may preload a script, because scripts load after the first paint.
    expect(headers['link']).toBeUndefined();

    const { etag = 'none' } = headers;
    tags.add(etag);
    const again = await ask('/home', { ...accept, 'if-none-match': `"other", ${etag}` });
    expect(again.status).toBe(304);
    expect(again.headers).toMatchObject({ ...known, etag });
    expect(again.body).toHaveLength(0);

    const head = await ask('/home', accept, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers).toMatchObject({ ...known, etag });
    expect(head.headers['content-encoding']).toBe(encoding);
    expect(head.body).toHaveLength(0);
  }
  expect(tags.size).toBe(1);
});

test('a running server serves the build that it started with', async () => {
  const index = path.join(distDir, 'index.html');
  const script = path.join(distDir, 'sw.js');
  await writeFile(index, '<title>Tomorrow</title>');
  await writeFile(script, 'tomorrow');
  expect(await (await navigate('/home')).text()).toContain('<title>Home</title>');
  const plain = { 'accept-encoding': 'identity' };
  expect((await ask('/index.html', plain)).body.toString()).toBe(page);
  expect((await ask('/sw.js', plain)).body.toString()).toBe(worker);
  await writeFile(index, page);
  await writeFile(script, worker);
});

test('the service worker can be switched off', async () => {
  const on = await fetch(`${url}/sw-off.json`);
  expect(on.headers.get('cache-control')).toBe('no-store');
  expect(await on.json()).toEqual({ off: false });

  const server = await serve('off');
  onTestFinished(() => server.app.close());
  const off = await fetch(`${server.url}/sw-off.json`);
  expect(off.headers.get('cache-control')).toBe('no-store');
  expect(off.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await off.json()).toEqual({ off: true });
  const ending = await fetch(`${server.url}/sw.js`);
  expect(ending.headers.get('cache-control')).toBe('no-cache');
  expect(ending.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const source = await ending.text();
  expect(source).toContain('unregister()');
  expect(source).not.toContain('fetch');
  expect((await fetch(`${server.url}/assets/app-1a2b.js`)).status).toBe(200);
});

test('only the inline scripts and styles of the page may run', () => {
  const policy = contentSecurityPolicy({
    payments: () => ({ frames: ['https://cards.example'], scripts: [], connects: [] }),
    baseMap: {
      kind: 'mvt',
      url: 'https://tiles.example/{z}/{x}/{y}.mvt',
      maxDataZoom: 14,
      attribution: '',
    },
    overlays: [{ kind: 'traffic', url: 'https://layers.example/{z}/{x}/{y}.png', attribution: '' }],
    photos: ['https://photos.example'],
    html: page,
  })();
  const hash = createHash('sha256').update(script).digest('base64');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy).toMatch(/style-src-elem 'self' 'sha256-[^']+';/);
  expect(policy).toContain(
    "connect-src 'self' https://tiles.example https://layers.example https://photos.example;",
  );
  expect(policy).toContain(
    "img-src 'self' data: blob: https://tiles.example https://layers.example https://photos.example;",
  );
  expect(policy).toContain('frame-src https://cards.example');
  expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe');
});
