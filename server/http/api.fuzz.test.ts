import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorStatus, Problem } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import { rows, type RouteRequest } from '../testing/routes/authorisationRows.ts';
import { postgresRuns } from '../testing/database.ts';
import { fuzzCases, seedOf } from '../../contract/testing/fuzz/fuzzRun.ts';
import { usedHeap } from '../testing/fuzz/heap.ts';
import { RawClient, type RawAnswer } from '../testing/fuzz/rawClient.ts';
import {
  ApiDescription,
  requestCases,
  zodOf,
  type Operation,
  type RequestCase,
} from '../testing/fuzz/requestCases.ts';
import {
  addBelongings,
  addRider,
  freshAddress,
  startWholeApp,
  type Belongings,
  type SignedInRider,
  type WholeApp,
} from '../testing/routes/wholeApp.ts';

/** Cases that are generated and sent before the next ones. */
const batchSize = 250;
const atTheSameTime = 24;
/** The lists of a rider grow with the cases, so other riders take over. */
const casesPerRider = 5000;
const ridersAtOnce = 3;
/** Generous: other tests may use the processor. */
const longestMs = 10_000;
/** A leak shows only after many cases, and each measurement takes a tenth of a second. */
const measuresHeap = fuzzCases >= 1000;
const mostHeapGrowth = 100 * 1024 * 1024;
/** Documents and pictures take milliseconds to draw, so most of these cases are no valid ones. */
const expensive = ['receipt.pdf', 'statement.pdf'];
/** These calls end the session. */
const signsOut = ['DELETE /api/me', 'DELETE /api/auth/sessions/current'];

let app: WholeApp;
let client: RawClient;
let operations: Map<string, Operation>;
let riders: { rider: SignedInRider; belongings: Belongings }[] = [];
let casesOfRiders = 0;
let sessions: string[] = [];

beforeAll(async () => {
  app = await startWholeApp({ engine: postgresRuns ? 'postgres' : 'pglite' });
  client = new RawClient(app.url);
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
  client.close();
  await app.close();
});

describe.each(Object.keys(rows))('%s', (route) => {
  test(
    `answers ${fuzzCases} arbitrary requests as its description says`,
    { timeout: 60_000 + fuzzCases * 30 },
    async () => {
      const operation = operations.get(route);
      if (!operation) throw new Error('the document does not describe this route');
      const checkAnswer = answerCheck(operation, !signsOut.includes(route));
      const faults: string[] = [];
      const before = measuresHeap ? usedHeap() : 0;
      for (let first = 0; first < fuzzCases; first += batchSize) {
        const count = Math.min(batchSize, fuzzCases - first);
        const examples = await prepare(route, count);
        const cases = fc.sample(requestCases(operation, examples), {
          numRuns: count,
          seed: seedOf(`${route} ${first}`),
        });
        await eachAtOnce(cases, async (one, index) => {
          const answer = await send(route, one, index);
          const fault = checkAnswer(one, answer);
          if (fault) faults.push(`${fault}\n${describeCase(route, one, answer)}`);
        });
        expect(faults).toEqual([]);
      }
      if (measuresHeap) expect(usedHeap() - before).toBeLessThan(mostHeapGrowth);
    },
  );
});

/** Fresh limits, and riders with something of each kind. Returns requests that succeed. */
async function prepare(route: string, count: number): Promise<RouteRequest[]> {
  await sql`truncate rate_limits, money_calls, card_pauses`.execute(app.deps.db);
  casesOfRiders += count;
  if (riders.length === 0 || casesOfRiders > casesPerRider) {
    casesOfRiders = count;
    riders = [];
    for (let rider = 0; rider < ridersAtOnce; rider++) {
      const added = await addRider(app);
      riders.push({ rider: added, belongings: await addBelongings(app, added) });
    }
  }
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

function send(route: string, one: RequestCase, index: number): Promise<RawAnswer> {
  const [method = '', template = ''] = route.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => escaped(one.params[name] ?? ''));
  const query = one.query.map(([name, text]) => `${escaped(name)}=${escaped(text)}`).join('&');
  const session = {
    rider: sessions[index % sessions.length],
    invalid: 'an-invalid-session-of-32-letters',
    nobody: undefined,
  }[one.caller];
  return client.send({
    method,
    target: query === '' ? path : `${path}?${query}`,
    headers: {
      ...one.headers,
      'x-forwarded-for': freshAddress(),
      ...(session !== undefined && { authorization: `Bearer ${session}` }),
    },
    body: one.body,
  });
}

/** Also half of a surrogate pair, which `encodeURIComponent` refuses. */
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

/** Says what is wrong with an answer. */
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
