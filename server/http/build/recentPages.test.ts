import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type CallAnswer, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, preferredEngine } from '../../testing/database.ts';
import { StoppedClock } from '../../testing/stoppedClock.ts';
import { Changes } from '../../changes/changes.ts';
import { RecentPages } from './recentPages.ts';

const html = `<!doctype html><html lang="en"><head><meta name="description" content="Rent"/><!--known--><script>go()</script><!--/known--></head><body>
<div id="root"><!--home--><h1>As built</h1><!--/home--></div>
<script type="application/json" id="early"></script></body></html>`;

let app: TestApp;
let folder: string;
let queries = 0;
/** The database does not answer before this promise resolves. */
let gate = Promise.resolve();
let close: () => Promise<void>;
const clock = new StoppedClock();
const changes = new Changes();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pages-'));
  await writeFile(path.join(folder, 'index.html'), html);
  const database = await createTestDatabase(preferredEngine);
  close = () => database.close();
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => {
      await gate;
      return result;
    },
  };
  const db = database.db.withPlugin(counter);
  app = await startTestApp({
    db,
    clock,
    changes,
    env: { DIST_DIR: folder, CALL_LIMITS_FACTOR: '1' },
  });
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

const viewed = { accept: 'text/html' };
const isBuilt = ({ body }: CallAnswer) => String(body).includes('As built');
const view = (headers: Record<string, string> = {}) =>
  app.call('/home', { headers: { ...viewed, ...headers } });

test('many views of a page within a second need only the queries of one view', async () => {
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

test('addresses with the same content share one painting, whatever query they have', async () => {
  await view();
  const once = queries;
  const pages = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      app.call(`/home?utm=${i}&equip_id=x${i}`, {
        headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
      }),
    ),
  );
  expect(new Set(pages.map(({ body }) => body)).size).toBe(1);
  expect(queries).toBeLessThanOrEqual(2 * once);
});

test('a caller who opens many different pages gets further pages as built, without a database query', async () => {
  const other = (i: number) => app.call(`/home?invite=INVITE-${i}`, { headers: viewed });
  for (let i = 0; i < 3000; i++) if (isBuilt(await other(i))) break;
  queries = 0;
  const page = await other(5000);
  expect(page.status).toBe(200);
  expect(isBuilt(page)).toBe(true);
  expect(queries).toBe(0);
  clock.advance(60);
  expect(isBuilt(await other(5000))).toBe(false);
});

test('only a few pages are painted at the same time, and further pages are sent as built', async () => {
  let release = (): void => undefined;
  gate = new Promise((resolve) => (release = resolve));
  // The next painting reads the stations again, and waits for the database.
  changes.emit('station', 'any station');
  const answers: CallAnswer[] = [];
  const views = Array.from({ length: 100 }, async (_, i) => {
    answers.push(await app.call(`/home?invite=AT-ONCE-${i}`, { headers: viewed }));
  });
  await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(100 - 8);
  expect(answers.every(isBuilt)).toBe(true);
  release();
  await Promise.all(views);
  expect(answers.filter((page) => !isBuilt(page))).toHaveLength(8);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('a page whose painting failed is painted again', async () => {
  const pages = new RecentPages(() => clock.now());
  await expect(pages.add('a', Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(pages.recent('a')).toBeNull();
  expect((await pages.add('a', Promise.resolve('page'))).text).toBe('page');
  expect((await pages.recent('a'))?.text).toBe('page');
});
