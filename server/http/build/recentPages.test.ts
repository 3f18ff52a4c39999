import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { StoppedClock } from '../../testing/stoppedClock.ts';
import { Changes } from '../../changes/changes.ts';
import { ProblemError } from '../problem.ts';
import { RecentPages } from './recentPages.ts';

const html = `<!doctype html><html lang="en"><head><meta name="description" content="Rent"/><!--known--><script>go()</script><!--/known--></head><body>
<div id="root"><!--home--><h1>As built</h1><!--/home--></div>
<script type="application/json" id="early"></script></body></html>`;

let app: TestApp;
let folder: string;
let queries = 0;
let close: () => Promise<void>;
const clock = new StoppedClock();
const changes = new Changes();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pages-'));
  await writeFile(path.join(folder, 'index.html'), html);
  const database = await createTestDatabase('pglite');
  close = () => database.close();
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db = database.db.withPlugin(counter);
  app = await startTestApp({ db, clock, changes, env: { DIST_DIR: folder } });
});
afterAll(async () => {
  await app.close();
  await close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  clock.advance(10);
  queries = 0;
});

const view = (headers: Record<string, string> = {}) =>
  app.call('/home', { headers: { accept: 'text/html', ...headers } });

test('many views of a page within a second cost the queries of one', async () => {
  const first = await view();
  const once = queries;
  expect(once).toBeGreaterThan(0);
  const others = await Promise.all(Array.from({ length: 50 }, () => view()));
  expect(queries).toBe(once);
  expect(new Set(others.map(({ body }) => body))).toEqual(new Set([first.body]));
  clock.advance(1);
  await view();
  expect(queries).toBeGreaterThan(once);
});

test('languages and returning browsers have their own pages', async () => {
  const pages = await Promise.all([
    view({ 'accept-language': 'en' }),
    view({ 'accept-language': 'es' }),
    view({ 'accept-language': 'en', cookie: 'visited=1' }),
  ]);
  expect(new Set(pages.map(({ body }) => body)).size).toBe(3);
  const zipped = await view({ 'accept-language': 'es', 'accept-encoding': 'gzip' });
  const plain = await view({ 'accept-language': 'es', 'accept-encoding': 'identity' });
  expect(zipped.headers.get('content-encoding')).toBe('gzip');
  expect(zipped.body).toBe(plain.body);
});

test('a page is painted again after a change of a station', async () => {
  await view();
  const once = queries;
  await view();
  expect(queries).toBe(once);
  changes.emit('station', 'any station');
  await view();
  expect(queries).toBeGreaterThan(once);
});

test('few pages are painted at once, and a further one is refused with a time to wait', async () => {
  const pages = new RecentPages(() => clock.now());
  let painting = 0;
  let most = 0;
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const paint = async () => {
    most = Math.max(most, ++painting);
    await finished;
    painting--;
    return 'page';
  };
  const reads = Array.from({ length: 300 }, (_, i) => pages.read(String(i), paint));
  const results = Promise.allSettled(reads);
  finish();
  const refused = (await results).filter((result) => result.status === 'rejected');
  expect(most).toBe(8);
  expect(refused).toHaveLength(300 - 8 - 200);
  expect(refused[0]?.reason).toBeInstanceOf(ProblemError);
  expect(refused[0]?.reason).toMatchObject({ code: 'unavailable', extras: { retryAfter: 5 } });
});

test('a page that was not painted is painted again', async () => {
  const pages = new RecentPages(() => clock.now());
  await expect(pages.read('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect((await pages.read('a', async () => 'page')).text).toBe('page');
});
