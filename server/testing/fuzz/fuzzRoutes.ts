import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorStatus, Problem } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import { fuzzCases, seedOf } from '../../../contract/testing/fuzz/fuzzRun.ts';
import { preferredEngine } from '../database.ts';
import { rows, type RouteRequest } from '../routes/authorisationRows.ts';
import {
  addBelongings,
  addRider,
  freshAddress,
  startWholeApp,
  type Belongings,
  type SignedInRider,
  type WholeApp,
} from '../routes/wholeApp.ts';
import { countAnswers, writeFigures, type RouteFigures } from './fuzzFigures.ts';
import { usedHeap } from './heap.ts';
import { MemoryClient } from './memoryClient.ts';
import { ApiDescription, type Operation } from './operation.ts';
import type { RawAnswer } from './rawAnswer.ts';
import { RawClient } from './rawClient.ts';
import { judgeOf, zodOf } from './refusals.ts';
import { requestCases, type RequestCase } from './requestCases.ts';

/** The number of cases in a batch. Each batch is sent before the next batch is generated. */
const batchSize = 250;
/**
 * The first cases of a route, up to this number, are sent over sockets. The others are sent in memory, which takes less
 * time.
 */
const casesBySocket = 100;
/**
 * The first cases of a route, up to this number, are like the requests of real clients. The server refuses most of the
 * other cases.
 */
const usualCases = 1000;
/**
 * The number of requests that are open at the same time. The limit of open calls for the most
 * expensive routes is higher.
 */
const atTheSameTime = 6;
const ridersAtOnce = 3;
/**
 * In a long run, each route has separate riders, so that their lists do not grow with the cases of other routes. Only a
 * long run measures the heap, because only such a run can show a leak.
 */
const isLong = fuzzCases >= 1000;
/**
 * The time limit for an answer. It is high, because other tests may use the processor at the same
 * time. It is higher for a long run, because a long run has a lower priority.
 */
const longestMs = isLong ? 20_000 : 10_000;
const mostHeapGrowth = 100 * 1024 * 1024;
/**
 * The server needs several milliseconds to draw a document. So most cases for these routes are
 * invalid.
 */
const expensive = ['receipt.pdf', 'statement.pdf'];
/** These calls end the session. */
const signsOut = ['DELETE /api/me', 'DELETE /api/auth/sessions/current'];

let app: WholeApp;
let bySocket: RawClient;
let inMemory: MemoryClient;
let operations: Map<string, Operation>;
let riders: { rider: SignedInRider; belongings: Belongings }[] = [];
let sessions: string[] = [];
const allFigures = new Map<string, RouteFigures>();

/**
 * Declares a test of each route: for arbitrary requests, the answer is never a server error, and
 * always matches the schemas of the route.
 *
 * @param name the name of the file with the figures.
 */
export function fuzzRoutes(name: string, routes: readonly string[]): void {
  beforeAll(async () => {
    allFigures.clear();
    riders = [];
    app = await startWholeApp({
      engine: preferredEngine,
      env: { CALL_LIMITS_FACTOR: '1000' },
    });
    bySocket = new RawClient(app.url);
    inMemory = new MemoryClient(app.server);
    const description = ApiDescription.parse((await app.call(paths.openApi)).body);
    operations = new Map(
      Object.entries(description.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [
          `${method.toUpperCase()} ${path}`,
          operation,
        ]),
      ),
    );
  });
  afterAll(async () => {
    bySocket.close();
    inMemory.close();
    await app.close();
    await writeFigures(name, [...allFigures.values()]);
  });

  describe.each(routes)('%s', (route) => {
    test(
      `answers ${fuzzCases} arbitrary requests as its description says`,
      { timeout: 60_000 + fuzzCases * 60 },
      async () => {
        const operation = operations.get(route);
        if (!operation) throw new Error('the document does not describe this route');
        const checkAnswer = answerCheck(operation, !signsOut.includes(route));
        const judge = judgeOf(operation);
        const { figures, count } = countAnswers(route);
        const faults: string[] = [];
        if (isLong || riders.length === 0) riders = await addRiders();
        const before = isLong ? usedHeap() : 0;
        for (let first = 0; first < fuzzCases; first += batchSize) {
          const size = Math.min(batchSize, fuzzCases - first);
          const examples = await prepare(route);
          const mix = first < usualCases ? 'usual' : 'odd';
          const cases = fc.sample(requestCases(operation, { examples, mix, judge }), {
            numRuns: size,
            seed: seedOf(`${route} ${first}`),
          });
          await eachAtOnce(cases, async (one, index) => {
            const client = first + index < casesBySocket ? bySocket : inMemory;
            const answer = await send(client, route, one, index);
            count(one, answer);
            const fault = checkAnswer(one, answer);
            if (fault) faults.push(`${fault}\n${describeCase(route, one, answer)}`);
          });
          expect(faults).toEqual([]);
        }
        allFigures.set(route, figures);
        expect(figures.cases).toBe(fuzzCases);
        if (isLong) {
          figures.heapGrowth = usedHeap() - before;
          expect(figures.heapGrowth).toBeLessThan(mostHeapGrowth);
        }
      },
    );
  });
}

/** Adds riders who have one object of each kind. */
async function addRiders(): Promise<typeof riders> {
  await resetLimits();
  const added: typeof riders = [];
  for (let count = 0; count < ridersAtOnce; count++) {
    const rider = await addRider(app);
    added.push({ rider, belongings: await addBelongings(app, rider) });
  }
  return added;
}

async function resetLimits(): Promise<void> {
  for (const table of ['rate_limits', 'code_traffic', 'money_calls', 'card_pauses'] as const)
    await app.deps.db.deleteFrom(table).execute();
  // The process remembers reached limits for five seconds.
  app.deps.clock.advance(5);
}

/**
 * Resets the limits, and replaces sessions that the route has ended. Returns requests that succeed; none for
 * `expensive` routes.
 */
async function prepare(route: string): Promise<RouteRequest[]> {
  await resetLimits();
  const { request } = rows[route] ?? {};
  const examples = riders.map(async ({ belongings }) => (await request?.(belongings, app)) ?? {});
  const existing = await Promise.all(examples);
  const callers = riders.map(async ({ rider }) =>
    signsOut.includes(route) ? addRider(app) : rider,
  );
  sessions = (await Promise.all(callers)).map(({ sessionId }) => sessionId);
  return expensive.some((name) => route.endsWith(name)) ? [] : existing;
}

async function eachAtOnce<T>(all: readonly T[], run: (one: T, index: number) => Promise<void>) {
  const queue = all.entries();
  const worker = async () => {
    for (const [index, one] of queue) await run(one, index);
  };
  await Promise.all(Array.from({ length: atTheSameTime }, worker));
}

function send(
  client: RawClient | MemoryClient,
  route: string,
  one: RequestCase,
  index: number,
): Promise<RawAnswer> {
  const [method = '', template = ''] = route.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => escaped(one.params[name] ?? ''));
  const query = one.query.map(([name, text]) => `${escaped(name)}=${escaped(text)}`).join('&');
  const authorization = {
    rider: `Bearer ${sessions[index % sessions.length]}`,
    invalid: 'Bearer an-invalid-session-of-32-letters',
    odd: one.authorization,
    nobody: undefined,
  }[one.caller];
  return client.send({
    method,
    target: query === '' ? path : `${path}?${query}`,
    headers: {
      ...one.headers,
      'x-forwarded-for': freshAddress(),
      ...(authorization !== undefined && { authorization }),
    },
    body: one.body,
  });
}

/** Escapes a text for a URL, even if it contains an unpaired surrogate, which `encodeURIComponent` refuses. */
function escaped(text: string): string {
  return /\p{Surrogate}/u.test(text)
    ? text.split('').map(escapedUnit).join('')
    : encodeURIComponent(text);
}

function escapedUnit(unit: string): string {
  const code = unit.charCodeAt(0);
  if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(unit);
  const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
  return bytes.map((byte) => `%${byte.toString(16)}`).join('');
}

/** Returns a function that finds what is wrong with an answer; the function returns null for a correct answer. */
function answerCheck(
  operation: Operation,
  keepsSession: boolean,
): (one: RequestCase, answer: RawAnswer) => string | null {
  const schemas = new Map(
    Object.entries(operation.responses).map(([status, { content }]) => {
      const schema = content?.['application/json']?.schema;
      return [Number(status), schema && zodOf(schema)];
    }),
  );
  const needsSession = operation.security?.every((scheme) => 'session' in scheme) ?? false;
  return (one, { status, headers, body, milliseconds }) => {
    if (milliseconds > longestMs) return `it took ${milliseconds} ms`;
    if (status === 401 && one.caller === 'rider' && keepsSession) return 'the session was lost';
    if (status >= 400) return problemFault(status, headers['content-type'] ?? '', body);
    if (needsSession && one.caller !== 'rider') return 'it was accepted without a session';
    if (one.isRefused && (one.caller === 'rider' || !needsSession)) return 'it was accepted';
    if (status === 304) return null;
    if (!schemas.has(status)) return `${status} is not described`;
    const judged = schemas.get(status)?.safeParse(JSON.parse(body.toString()));
    return judged?.error ? `another answer than described: ${judged.error.message}` : null;
  };
}

function problemFault(status: number, type: string, body: Buffer): string | null {
  if (status >= 500) return 'the server failed';
  if (!type.startsWith('application/problem+json')) return `a problem as ${type}`;
  const { data } = Problem.safeParse(JSON.parse(body.toString()));
  if (data?.status !== status || errorStatus[data.code] !== status) return 'not a problem';
  return null;
}

function describeCase(route: string, { body, ...one }: RequestCase, answer: RawAnswer): string {
  return [
    route,
    JSON.stringify(one),
    `body: ${JSON.stringify(body?.toString('latin1').slice(0, 2000))}`,
    `answer: ${answer.status} ${answer.body.toString().slice(0, 2000)}`,
  ].join('\n');
}
