import { Writable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '../../contract/errors.ts';
import { WebhookType } from '../../contract/operators/webhooks.ts';
import { paths } from '../../contract/paths.ts';
import { freshPhone, signUp, startTestApp, type TestApp } from '../testing/app.ts';
import { refusedFields } from './requests/refusedInput.ts';
import { createLogger } from '../log/logger.ts';

const canaryCard = '4242 4242 4242 4242';
let app: TestApp;
let logged = '';
beforeAll(async () => {
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  app = await startTestApp({
    log: createLogger('trace', destination),
    env: { MINIMUM_APP_VERSION: '1.2.0' },
  });
});
afterAll(() => app.close());

const post = (body: unknown) => app.call(paths.codes, { method: 'POST', body });

test('the answer to an unknown address is a problem, not a page', async () => {
  const answer = await app.call('/api/nothing', { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  const problem = Problem.parse(answer.body);
  expect(problem.code).toBe('notFound');
  expect(problem.instance).toBe(answer.headers.get('x-request-id'));
});

test('a problem contains the names of refused fields, but not their values', async () => {
  const answer = await post({ phone: 'call me', language: 'fr' });
  const problem = Problem.parse(answer.body);
  expect(problem).toMatchObject({ code: 'invalidInput', status: 400 });
  expect(problem.fields?.sort()).toEqual(['body.language', 'body.phone']);
  expect(JSON.stringify(problem)).not.toContain('call me');
});

test.each([
  ['broken JSON', '{"phone":', 'application/json', 400, 'invalidInput'],
  ['another content type', '<a/>', 'text/xml', 400, 'invalidInput'],
  ['too large', `"${'x'.repeat(70_000)}"`, 'application/json', 413, 'payloadTooLarge'],
])('%s is refused', async (_name, body, type, status, code) => {
  const response = await fetch(app.url + paths.codes, {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
  expect(response.status).toBe(status);
  expect(Problem.parse(await response.json()).code).toBe(code);
});

test('an internal error appears without its stack in the answer, and with its stack in the log', async () => {
  let hasFailed = false;
  const broken = await startTestApp({
    db: app.deps.db,
    log: app.deps.log,
    payments: {
      ...app.deps.payments,
      contentSources: () => ({ frames: [], scripts: [], connects: [] }),
    },
    clock: Object.assign(Object.create(app.deps.clock), {
      now(): Date {
        // Only the first call of the clock fails, so that the answer with the error has a date.
        if (hasFailed) return app.deps.clock.now();
        hasFailed = true;
        throw new Error(`secret of ${canaryCard}`);
      },
    }),
  });
  try {
    const answer = await broken.call('/api/stations/2222223');
    expect(Problem.parse(answer.body)).toMatchObject({ code: 'serverError', status: 500 });
    expect(JSON.stringify(answer.body)).not.toMatch(/secret|stack|\.ts/);
    expect(logged).toContain('secret of [number]');
  } finally {
    await broken.close();
  }
});

test('a value that looks like a card number is refused in every field', async () => {
  const places: [unknown, string][] = [
    [{ phone: canaryCard, language: 'en' }, 'body.phone'],
    [
      { phone: '+12125550123', language: 'en', note: { a: ['4000-0000-0000-0341'] } },
      'body.note.a.0',
    ],
    [{ phone: '+12125550123', language: 'en', card: 4242424242424242 }, 'body.card'],
  ];
  for (const [body, field] of places) {
    const problem = Problem.parse((await post(body)).body);
    expect(problem).toMatchObject({ code: 'invalidInput', fields: [field] });
  }
  const searched = await app.call(`${paths.stationSearch}?q=${encodeURIComponent(canaryCard)}`);
  expect(Problem.parse(searched.body).fields).toEqual(['query.q']);
});

test('a deeply nested body is refused', async () => {
  const nested = '['.repeat(10_000) + ']'.repeat(10_000);
  const answer = await fetch(app.url + paths.codes, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"phone":${nested}}`,
  });
  expect(answer.status).toBe(400);
  expect(Problem.parse(await answer.json()).code).toBe('invalidInput');
});

test('text that the database cannot store is refused', async () => {
  const searched = await app.call(`${paths.stationSearch}?q=a%00b`);
  expect(Problem.parse(searched.body)).toMatchObject({ code: 'invalidInput', fields: ['query.q'] });
});

test('the answer to a malformed URL is a problem, too', async () => {
  const answer = await app.call('/api/stations/%E0%A4%A');
  expect(Problem.parse(answer.body)).toMatchObject({ code: 'invalidInput', status: 400 });
});

test('the bytes of a file are not searched for card numbers', () => {
  expect(refusedFields(new Float64Array([4242424242424242]), 'body')).toEqual([]);
});

test('phones, ids and tokens do not look like cards', () => {
  const harmless = fc.oneof(
    fc.uuid(),
    fc.integer({ min: 1_000_000, max: 999_999_999_999_999 }).map((digits) => `+${digits}`),
    fc.stringMatching(/^tok_\d{16}$/),
    fc.stringMatching(/^\d{1,12}$/),
    fc.stringMatching(/^-?\d{1,3}\.\d{13,16}$/),
  );
  fc.assert(
    fc.property(harmless, (text) => {
      expect(refusedFields({ text }, 'body')).toEqual([]);
    }),
  );
});

test('the log contains no phones, codes, sessions or cards', async () => {
  const phone = freshPhone();
  const { sessionId } = await signUp(app, phone);
  const code = app.sms.codeFor(phone);
  await app.call(`${paths.stationSearch}?q=where-i-live&lat=41.8781&lng=-87.6298`);
  app.deps.log.error({ err: new Error(`no ${phone}`), phone, body: { phone } }, `at ${phone}`);
  expect(logged).toContain('"route":"/api/auth/codes"');
  for (const secret of [phone, phone.slice(1), sessionId, `"${code}"`, 'where-i-live', '41.878']) {
    expect(logged).not.toContain(secret);
  }
  // The digits of a card, but not a part of a random request id.
  expect(logged).not.toMatch(/(?<![\w-])(?:\d{12})?4242(?![\w-])/);
});

test('log lines are JSON with only the allowed fields', () => {
  const allowed = [
    'level',
    'time',
    'msg',
    'reqId',
    'method',
    'route',
    'status',
    'ms',
    'err',
    'code',
  ];
  for (const line of logged.trim().split('\n')) {
    const fields = Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
    expect(allowed).toEqual(expect.arrayContaining(fields));
  }
});

test('an app below the minimum version must be updated', async () => {
  const from = (version: string) =>
    app.call(paths.openApi, { headers: { 'x-app-version': version } });
  expect((await from('1.1.9')).status).toBe(426);
  expect((await from('garbage')).status).toBe(426);
  expect((await from('1.2.0')).status).toBe(200);
  expect((await from('1.10.0')).status).toBe(200);
  expect((await app.call(paths.openApi)).status).toBe(200);
});

test('every call is described, in the OpenAPI version that the schemas of zod need', async () => {
  const { body } = await app.call(paths.openApi);
  const described = z
    .object({
      openapi: z.string(),
      paths: z.record(z.string(), z.unknown()),
      webhooks: z.record(z.string(), z.unknown()),
    })
    .parse(body);
  expect(described.openapi).toBe('3.1.0');
  expect(Object.keys(described.webhooks)).toEqual(WebhookType.options);
  const braced = (path: string) => path.replace(/:(\w+)/g, '{$1}');
  const hidden: string[] = [paths.health, paths.openApi];
  const expected = Object.values(paths).filter((path) => !hidden.includes(path));
  expect(Object.keys(described.paths).sort()).toEqual(expected.map(braced).sort());
});

test('the description of a file contains its type', async () => {
  const { body } = await app.call(paths.openApi);
  const File = z.object({
    schema: z.object({ type: z.literal('string'), format: z.literal('binary') }),
  });
  const Call = (content: z.ZodType) =>
    z.object({ get: z.object({ responses: z.object({ 200: z.object({ content }) }) }) });
  const Pdf = Call(z.object({ 'application/pdf': File }));
  const Files = z.object({
    paths: z.object({
      [paths.receiptPdf.replace(':id', '{id}')]: Pdf,
      [paths.statementPdf]: Pdf,
      [paths.ordersCsv]: Call(z.object({ 'text/csv': File })),
    }),
  });
  expect(Files.safeParse(body).error).toBeUndefined();
});

test('answers are private by default, and have security headers', async () => {
  const health = await app.call(paths.health);
  expect(health.headers.get('cache-control')).toBe('no-store');
  expect(health.headers.get('x-content-type-options')).toBe('nosniff');
  expect(health.headers.get('strict-transport-security')).toBeNull();
  // The answer must not run or load anything, even if a browser opens it as a page.
  expect(health.headers.get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'",
  );
  const config = await app.call(paths.config);
  expect(config.headers.get('cache-control')).toMatch(/^public/);
});
