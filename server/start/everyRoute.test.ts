import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Problem } from '../../contract/errors.ts';
import type { RouteBound } from '../http/limits/limitCalls.ts';
import {
  rows,
  sandboxRoutes,
  undescribedRoutes,
  type RouteRequest,
} from '../testing/routes/authorisationRows.ts';
import {
  addBelongings,
  addRider,
  freshAddress,
  startWholeApp,
  type Belongings,
  type WholeApp,
} from '../testing/routes/wholeApp.ts';
import { StoppedClock } from '../testing/stoppedClock.ts';

/**
 * The described routes that work without a session, and all routes that the OpenAPI document does
 * not describe.
 */
const guestRoutes = [
  ...Object.entries(rows).flatMap(([route, { nobody }]) =>
    nobody === 'signInRequired' ? [] : [route],
  ),
  ...Object.keys(undescribedRoutes),
];
/** The largest body that any route may accept from a guest. */
const largestBody = 256 * 1024;

const clock = new StoppedClock();
let app: WholeApp;
let server: FastifyInstance;
let belongings: Belongings;
let folder: string;
let declared: Map<string, RouteBound>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bounds-'));
  const html =
    '<!doctype html><html lang="en"><head></head><body><!--home--><!--/home--></body></html>';
  await writeFile(path.join(folder, 'index.html'), html);
  await writeFile(path.join(folder, 'sw.js'), '');
  await writeFile(path.join(folder, 'robots.txt'), '');
  app = await startWholeApp({
    clock,
    // With this factor, a guest may make one call per minute.
    env: { DIST_DIR: folder, CALL_LIMITS_FACTOR: '0.00001' },
    extend: async (instance) => {
      server = instance;
    },
  });
  belongings = await addBelongings(app, await addRider(app));
  declared = new Map(
    [...server.routeBounds].map(([route, limits]) => [route.replace(/:(\w+)/g, '{$1}'), limits]),
  );
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => clock.advance(60));

test('the server has exactly the listed routes', () => {
  const known = [...Object.keys(rows), ...Object.keys(undescribedRoutes)];
  const found = [...declared.keys()].filter((route) => !route.startsWith('HEAD '));
  expect(found.toSorted()).toEqual(known.toSorted());
  expect(known.filter((route) => route in sandboxRoutes)).toEqual([]);
});

describe.each(guestRoutes)('%s', (route) => {
  test('has limits for each caller and in total, and accepts only a small body', () => {
    const limits = declared.get(route);
    expect(limits?.config?.bound).toMatchObject({
      perMinute: expect.toSatisfy((calls: number) => calls > 0 && calls <= 30_000),
      inAllPerSecond: expect.toSatisfy((calls: number) => calls > 0 && calls <= 4_000),
      open: expect.toSatisfy((calls: number) => calls > 0 && calls <= 200),
      openInAll: expect.toSatisfy((calls: number) => calls > 0 && calls <= 1_000),
    });
    expect(limits?.bodyLimit ?? server.initialConfig.bodyLimit).toBeLessThanOrEqual(largestBody);
  });

  test('refuses a caller above the limit until the next minute @slow', async () => {
    const request = (await (rows[route]?.request?.(belongings, app) ?? {})) satisfies RouteRequest;
    const caller = freshAddress();
    expect((await send(route, request, caller)).status).not.toBe(429);
    const refused = await send(route, request, caller);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Problem.parse(JSON.parse(refused.text)).code).toBe('tooManyRequests');
    expect(refused.text.length).toBeLessThan(500);
    clock.advance(60);
    expect((await send(route, request, caller)).status).not.toBe(429);
  });
});

test('a page of the app counts as a file, also if its address is unknown', async () => {
  for (const page of ['/menu', '/no/such/page', '/no-such-file.js']) {
    clock.advance(60);
    const caller = freshAddress();
    const accept = { accept: 'text/html' };
    expect((await send(`GET ${page}`, {}, caller, accept)).status).not.toBe(429);
    expect((await send(`GET ${page}`, {}, caller, accept)).status).toBe(429);
  }
});

test('calls that need a session are limited if their session is missing or unknown', async () => {
  for (const authorization of ['', `Bearer ${'x'.repeat(43)}`]) {
    clock.advance(60);
    const caller = freshAddress();
    const ask = () => send('GET /api/me', {}, caller, { authorization });
    expect((await ask()).status).toBe(401);
    expect((await ask()).status).toBe(429);
  }
});

test('a flood of calls from an address does not stop riders with a known session at this address', async () => {
  const { sessionId } = await addRider(app);
  const caller = freshAddress();
  const authorization = `Bearer ${sessionId}`;
  const ask = (headers: Record<string, string> = {}) => send('GET /api/me', {}, caller, headers);
  expect((await ask({ authorization })).status).toBe(200);
  expect((await ask()).status).toBe(429);
  for (let i = 0; i < 5; i++) expect((await ask({ authorization })).status).toBe(200);
});

async function send(
  route: string,
  { params = {}, query = {}, body }: RouteRequest,
  from: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const [method = '', template = ''] = route.split(' ');
  const pathname = template
    .replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name)
    .replace('*', 'robots.txt');
  const url = new URL(app.url + pathname);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const left = new AbortController();
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    signal: left.signal,
    headers: {
      'idempotency-key': randomUUID(),
      'x-forwarded-for': from,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const text = isStream ? '' : await response.text();
  if (isStream) left.abort();
  return { status: response.status, headers: response.headers, text };
}
