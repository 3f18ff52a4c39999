import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '../../contract/errors.ts';
import { installErrorHandler } from './errorHandler.ts';
import { contentSecurityPolicy } from './securityHeaders.ts';
import { readPage, serveApp } from './staticFiles.ts';

const script = 'document.title = "early";';
const page = `<!doctype html><title>Home</title><style>body{margin:0}</style>
<script>${script}</script><script type="module" src="/assets/app-1a2b.js"></script>`;

let distDir: string;
let app: FastifyInstance;
let url: string;
beforeAll(async () => {
  distDir = await mkdtemp(path.join(tmpdir(), 'dist-'));
  await mkdir(path.join(distDir, 'assets'));
  await writeFile(path.join(distDir, 'index.html'), page);
  await writeFile(path.join(distDir, 'sw.js'), 'self.x = 1');
  await writeFile(path.join(distDir, 'assets', 'app-1a2b.js'), 'export {}');
  await writeFile(path.join(distDir, 'assets', 'app-1a2b.js.br'), brotliCompressSync('export {}'));
  app = fastify();
  installErrorHandler(app);
  await serveApp(app, { distDir, render: async (html, { url: at }) => `${html}<!--${at}-->` });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  url = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
});
afterAll(async () => {
  await app.close();
  await rm(distDir, { recursive: true });
});

const navigate = (to: string, headers: Record<string, string> = {}) =>
  fetch(url + to, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } });

test.each(['/', '/home', '/home?equip_id=ABC', '/login/loginWithPhone'])(
  'a navigation to %s gets the page, painted for it',
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

test.each([
  '/assets/gone-9f9f.js',
  '/assets/',
  '/favicon.ico',
  '/api/nothing',
  '/.env',
  '/../package.json',
])('a missing file is a 404 and never the page: %s', async (to) => {
  const response = await navigate(to);
  expect(response.status).toBe(404);
  expect(Problem.parse(await response.json()).code).toBe('notFound');
});

test('what no person opens is not answered with the page', async () => {
  const response = await fetch(`${url}/home`, { headers: { accept: 'application/json' } });
  expect(response.status).toBe(404);
  expect((await fetch(`${url}/home`, { method: 'POST' })).status).toBe(404);
});

test('hashed files are kept for ever and come compressed', async () => {
  const response = await fetch(`${url}/assets/app-1a2b.js`, {
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('content-type')).toContain('javascript');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await response.text()).toBe('export {}');
});

test('the service worker is asked for each time', async () => {
  const response = await fetch(`${url}/sw.js`);
  expect(response.headers.get('cache-control')).toBe('no-cache');
});

test('of inline scripts and styles the page’s own alone may run', () => {
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
    html: readPage(distDir),
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
