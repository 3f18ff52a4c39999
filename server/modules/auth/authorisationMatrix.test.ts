import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { errorStatus, Problem } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import { openAdapters } from '../../../sandbox/adapters/openAdapters.ts';
import { createOperator } from '../../outside/operatorActs.ts';
import { startTestApp } from '../../testing/app.ts';
import { readSettings } from '../../settings/settings.ts';
import { noPayments } from '../../testing/recordingProviders.ts';
import { addGuest } from '../../testing/guests.ts';
import {
  guestRoutes,
  rows,
  sandboxRoutes,
  undescribedRoutes,
  type RouteRequest,
  type Row,
} from '../../testing/routes/authorisationRows.ts';
import {
  addBelongings,
  addRider,
  freshAddress,
  startWholeApp,
  type SignedInRider,
  type WholeApp,
} from '../../testing/routes/wholeApp.ts';
import { transact } from '../../db/unitOfWork.ts';
import { endSession, hashSessionId, openSession, sessionIdleMs } from './session.ts';

/** The tests need a long timeout, because some of them start whole servers while other tests run. */
vi.setConfig({ testTimeout: 120_000 });

const Operation = z.object({ security: z.array(z.record(z.string(), z.unknown())).optional() });
const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

let app: WholeApp;
/** Session ids that every route with a session refuses. Null stands for a call without a session. */
let refusedSessions: (string | null)[];
/** The routes of the OpenAPI document, such as `GET /api/orders/{id}`. */
let described: Map<string, z.infer<typeof Operation>>;
beforeAll(async () => {
  app = await startWholeApp();
  const rider = await addRider(app);
  const ended = [await endedSession(rider, 'expired'), await endedSession(rider, 'revoked')];
  refusedSessions = [null, 'short', ...ended];
  const { paths: operations } = Description.parse((await app.call(paths.openApi)).body);
  described = new Map(
    Object.entries(operations).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    ),
  );
});
afterAll(() => app.close());

test('each route for guests is a route with a session', () => {
  for (const route of guestRoutes)
    expect({ route, nobody: rows[route]?.nobody }).toEqual({ route, nobody: 'signInRequired' });
});

test('each route of the OpenAPI document has a row in the table, and each row has a route', () => {
  expect(Object.keys(rows).toSorted()).toEqual([...described.keys()].toSorted());
});

test('each route outside of the OpenAPI document is listed with a reason', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'routes-'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>App</title>');
  await writeFile(path.join(folder, 'sw.js'), '');
  const sandbox = openAdapters(
    readSettings({ NODE_ENV: 'test', SANDBOX: '1', DATA_DIR: folder }),
    app.deps.log,
  );
  let server: FastifyInstance | undefined;
  const built = await startTestApp({
    env: { DIST_DIR: folder },
    payments: sandbox.payments ?? noPayments,
    async extend(instance) {
      server = instance;
      const operator = createOperator(app.deps);
      await sandbox.register(instance, { operator, payments: sandbox.payments ?? noPayments });
    },
  });
  const routes = routesIn(server?.printRoutes({ commonPrefix: false }) ?? '');
  await built.close();
  await sandbox.stop();
  await rm(folder, { recursive: true });
  const known = [...described.keys(), ...Object.keys({ ...undescribedRoutes, ...sandboxRoutes })];
  // Fastify adds a HEAD route to each GET route, with the same guards.
  const isHead = (route: string) => route.startsWith('HEAD ');
  expect(routes.filter((route) => !isHead(route)).toSorted()).toEqual(known.toSorted());
  const gets = routes.filter((route) => route.startsWith('GET '));
  expect(routes.filter(isHead).map((route) => route.replace('HEAD', 'GET'))).toEqual(gets);
});

test.each(Object.keys(sandboxRoutes))('%s does not exist without the sandbox', async (route) => {
  expect((await send(route, {}, null)).outcome).toEqual({ status: 404, code: 'notFound' });
});

/** Reads the routes from the tree that Fastify prints. Each level of the tree is indented by four characters. */
function routesIn(tree: string): string[] {
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indentation = '', part = '', methods] =
      /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    const depth = indentation.length / 4;
    const path = (parents[depth - 1] ?? '') + part;
    parents[depth] = path;
    const template = path.replace(/:(\w+)/g, '{$1}');
    return (methods?.split(', ') ?? []).map((method) => `${method} ${template}`);
  });
}

describe.each(Object.entries(rows))('%s', (route, row) => {
  test('gives each caller the answer in the table, accepts a guest only if it is for guests, and gives nobody the data of another rider @slow', async () => {
    const owner = await addRider(app);
    const belongings = await addBelongings(app, owner);
    const callers = [
      ['nobody', null, row.nobody],
      ['expired', await endedSession(owner, 'expired'), row.nobody],
      ['revoked', await endedSession(owner, 'revoked'), row.nobody],
      ['another', (await addRider(app)).sessionId, row.another],
      // The owner calls last, because the owner's call may end or delete the object in the path.
      ['owner', owner.sessionId, row.owner],
    ] as const;
    const expectNoSecrets = (request: object, text: string) =>
      expect(
        secretsOf(owner, belongings, request).filter((secret) => text.includes(secret)),
      ).toEqual([]);
    if (row.nobody === 'signInRequired') {
      const request = (await row.request?.(belongings, app)) ?? {};
      const { sessionId } = await addGuest(app);
      const { outcome, text } = await send(route, request, sessionId);
      // Only the routes in the table of routes for guests accept a guest.
      if (guestRoutes.has(route))
        expect(['forbidden', 'signInRequired']).not.toContain(outcome.code);
      else expect(outcome).toEqual({ status: 403, code: 'forbidden' });
      expectNoSecrets(request, text);
    }
    for (const [caller, session, expected] of callers) {
      const request = (await row.request?.(belongings, app)) ?? {};
      const answer = await send(route, request, session);
      expect({ caller, ...answer.outcome }).toEqual({ caller, ...outcomeOf(expected) });
      if (caller !== 'owner' && row.isShared === undefined) expectNoSecrets(request, answer.text);
    }
  });

  test.skipIf(row.nobody !== 'signInRequired' || isLogout(route))(
    'answers signInRequired to a caller without a session, whatever else is wrong with the request',
    async () => {
      expect(described.get(route)?.security).toEqual([{ session: [] }]);
      for (const session of refusedSessions) {
        for (const body of wrongBodies) {
          const wrong = { params: notAnId, query: { limit: 'none', language: 'xx' } };
          const { outcome } = await send(route, wrong, session, body);
          expect({ session, body, ...outcome }).toEqual({
            session,
            body,
            status: 401,
            code: 'signInRequired',
          });
        }
      }
      if (!route.startsWith('GET ')) return;
      const head = await send(route.replace('GET', 'HEAD'), { params: notAnId }, null);
      expect(head.outcome.status).toBe(401);
    },
  );
});

const isLogout = (route: string) => route === 'DELETE /api/auth/sessions/current';
const notAnId = new Proxy<Record<string, string>>({}, { get: () => 'not-an-id' });
const wrongBodies = [
  { type: 'application/json', bytes: '{"unexpected":true}' },
  { type: 'application/json', bytes: '{"unfinished' },
  { type: 'application/json', bytes: `"${'x'.repeat(100_000)}"` },
  { type: 'text/unknown', bytes: 'x' },
  { type: 'not a type', bytes: 'x' },
];

/** Returns the id of an ended session of the rider. */
async function endedSession(rider: SignedInRider, end: 'expired' | 'revoked'): Promise<string> {
  const { db, clock } = app.deps;
  const now = clock.now();
  const opened = end === 'expired' ? new Date(now.getTime() - sessionIdleMs) : now;
  const { userId } = rider;
  const sessionId = await transact(app.deps, ({ trx }) =>
    openSession(trx, { userId, device: '', now: opened }),
  );
  if (end === 'revoked') await endSession(db, hashSessionId(sessionId), 'revoked', now);
  return sessionId;
}

/** The values that only the owner may see, except for values that are already in the request. */
function secretsOf(owner: SignedInRider, belongings: object, request: object): string[] {
  const known = JSON.stringify(request);
  const {
    stationId: _public,
    couponCode: _open,
    verifier: _own,
    ...others
  } = {
    stationId: '',
    couponCode: '',
    verifier: '',
    ...belongings,
  };
  return [owner.userId, owner.phone, owner.sessionId, ...Object.values(others)]
    .filter((value) => typeof value === 'string')
    .filter((secret) => !known.includes(secret));
}

function outcomeOf(answer: Row['owner']) {
  return typeof answer === 'number'
    ? { status: answer, code: null }
    : { status: errorStatus[answer], code: answer };
}

async function send(
  route: string,
  { params = {}, query = {}, body }: RouteRequest,
  session: string | null,
  wrongBody?: (typeof wrongBodies)[number],
) {
  const [method = '', template = ''] = route.split(' ');
  const url = new URL(
    app.url + template.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name),
  );
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const hasBody = !['GET', 'HEAD'].includes(method);
  const { type, bytes } = wrongBody ?? bodyOf(body);
  const left = new AbortController();
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    signal: left.signal,
    headers: {
      'idempotency-key': randomUUID(),
      'x-forwarded-for': freshAddress(),
      ...(session !== null && { authorization: `Bearer ${session}` }),
      ...(hasBody && bytes !== null && { 'content-type': type }),
    },
    ...(hasBody && bytes !== null && { body: bytes }),
  });
  const answerType = response.headers.get('content-type') ?? '';
  const isStream = answerType.startsWith('text/event-stream');
  const text = isStream ? '' : await response.text();
  if (isStream) left.abort();
  const isProblem = answerType.startsWith('application/problem+json') && text !== '';
  const code = isProblem ? Problem.parse(JSON.parse(text)).code : null;
  return { outcome: { status: response.status, code }, text };
}

function bodyOf(body: unknown): { type: string; bytes: string | Uint8Array<ArrayBuffer> | null } {
  if (body === undefined) return { type: '', bytes: null };
  if (Buffer.isBuffer(body)) return { type: 'image/png', bytes: new Uint8Array(body) };
  return { type: 'application/json', bytes: JSON.stringify(body) };
}
