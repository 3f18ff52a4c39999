import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorCode } from '../../../contract/errors.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { Raffle } from '../../../contract/raffle.ts';
import { problemBody, ProblemError } from '../../http/problem.ts';
import { hashOfSeed } from '../../modules/raffles/draw.ts';
import { signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { addRaffle, campaignTexts as texts } from '../../testing/campaigns.ts';
import { serverKey } from '../../testing/operators/operators.ts';
import { makeFolder, runWith } from '../campaigns/testing.ts';
import { raffle } from './raffle.ts';

let app: TestApp;
let files: Awaited<ReturnType<typeof makeFolder>>;

beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
  files = await makeFolder();
});
afterAll(async () => {
  await app.close();
  await rm(files.folder, { recursive: true });
});

const prizes = [
  { reward: { kind: 'goCash', amount: 500 }, chances: 1, stock: 2 },
  { reward: { kind: 'freeMinutes', minutes: 30, validDays: 14 }, chances: 2, stock: null },
];
const period = ['--starts', '2020-01-01', '--ends', '2090-01-01', '--zone', 'Europe/Madrid'];

const problem = (code: ErrorCode) => problemBody(new ProblemError(code), 'here');
const run = (...args: string[]) => runWith(raffle, args, app.url);
const enter = async (type: string) => {
  const { sessionId: session } = await signUp(app);
  const path = fillPath(paths.raffleEntries, { type });
  const { status } = await app.call(path, { method: 'POST', session, key: randomUUID() });
  expect(status).toBe(201);
};
const seedHashOf = async (type: string) =>
  Raffle.parse((await app.call(fillPath(paths.raffle, { type }))).body).seedHash;

test('a raffle is created with the hash of its seed, and its draws are checked after its end @slow', async () => {
  const file = await files.write('raffle.json', { texts, outOf: 4, prizes });
  const made = await run('create', '--file', file, '--type', 'lucky', ...period);
  expect(made.code).toBe(0);
  expect(made.err).toContain(
    'npm run raffle -- create|list|end is now npm run ops -- campaigns create-raffle|list|end',
  );
  const [hash = ''] = /[0-9a-f]{64}/.exec(made.out) ?? [];
  expect(await seedHashOf('lucky')).toBe(hash);
  for (let i = 0; i < 12; i++) await enter('lucky');
  expect((await run('list')).out).toMatch(
    /^lucky,raffle,everyone,running,2020-01-01T00:00:00\+01:00,2090-\S+,\d+,/m,
  );

  const early = await run('verify', 'lucky');
  expect(early).toMatchObject({ code: 1, out: '' });
  expect(early.err).toContain(`Note the seed's hash until then: ${hash}`);
  expect(await run('end', 'lucky')).toMatchObject({ code: 0, out: 'lucky has ended.\n' });
  const pages = ['/api/raffles/lucky', '/lucky/launcher', '/raffle?type=lucky'];
  for (const where of ['lucky', ...pages.map((page) => app.url + page)]) {
    const { code, out, err } = await run('verify', where, '--hash', hash.toUpperCase());
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^lucky: 12 draws, of which \d+ won, match the seed\.$/m);
    expect(out).toContain(`${hash}, as published before`);
  }
});

test('the check reports each draw that is different', async () => {
  const { db } = app.deps;
  const type = await addRaffle(app.deps, {
    outOf: 1,
    prizes: [{ reward: { kind: 'freeMinutes', minutes: 30 }, chances: 1, stock: 2 }],
  });
  for (let i = 0; i < 4; i++) await enter(type);
  await run('end', type);
  expect(await run('verify', type)).toMatchObject({ code: 0 });
  const { id } = await db
    .selectFrom('campaigns')
    .select('id')
    .where('type', '=', type)
    .executeTakeFirstOrThrow();
  const entry = (number: number) =>
    db.updateTable('raffle_entries').where('raffle_id', '=', id).where('number', '=', number);

  // A rider gets the prize of another rider.
  const won = await db
    .selectFrom('raffle_entries')
    .select('claim_id')
    .where('raffle_id', '=', id)
    .where('number', '=', 2)
    .executeTakeFirstOrThrow();
  await entry(2).set({ prize: null, claim_id: null }).execute();
  await entry(4)
    .set({ prize: 0, ...won })
    .execute();
  expect(await run('verify', type)).toMatchObject({
    code: 1,
    err: 'Draw 2 won nothing; expected prize 0.\nDraw 4 won prize 0; expected nothing.\n',
  });
  // Draw 3 gets the number 9, so a draw is missing.
  await entry(3).set({ number: 9 }).execute();
  expect((await run('verify', type)).err).toContain('After draw 2 comes draw 4.');
  await entry(9).set({ number: 3 }).execute();
  // The seed or the published hash changes.
  const before = '0'.repeat(64);
  expect((await run('verify', type, '--hash', before)).err).toContain(
    `but ${before} was published.`,
  );
  await db.updateTable('raffles').set({ seed: before }).where('campaign_id', '=', id).execute();
  expect((await run('verify', type)).err).toMatch(/^The seed's hash is \S+, not \S+\.$/m);
});

test('a raffle with several pages of draws is checked to the last page', async () => {
  const type = await addRaffle(app.deps, {
    type: 'a-long-one',
    outOf: 1_000_000,
    prizes: [{ reward: { kind: 'freeMinutes', minutes: 30 }, chances: 1, stock: null }],
  });
  const { db } = app.deps;
  // With this seed, the first draws of this type win nothing.
  const seed = '7'.repeat(64);
  const { campaign_id: raffle_id } = await db
    .updateTable('raffles')
    .set({ seed, seed_hash: hashOfSeed(seed), next_number: 2002 })
    .from('campaigns')
    .whereRef('campaigns.id', '=', 'raffles.campaign_id')
    .where('campaigns.type', '=', type)
    .returning('campaign_id')
    .executeTakeFirstOrThrow();
  const { userId: user_id } = await signUp(app);
  const start = Date.UTC(2000, 0, 1);
  const rows = Array.from({ length: 2001 }, (_, index) => ({
    raffle_id,
    number: index + 1,
    user_id,
    day: new Date(start + index * 86_400_000).toISOString().slice(0, 10),
    prize: null,
    claim_id: null,
    at: new Date(start),
  }));
  for (let from = 0; from < rows.length; from += 1000) {
    await db
      .insertInto('raffle_entries')
      .values(rows.slice(from, from + 1000))
      .execute();
  }
  await run('end', type);
  expect((await run('verify', type)).out).toMatch(/^a-long-one: 2001 draws, of which 0 won/);
});

test('the command reports an invalid address, and a server that does not respond', async () => {
  expect((await run('verify', 'no-such-raffle')).err).toMatch(/^There is no raffle http:/);
  expect((await run('verify', 'Not a type')).err).toContain('is neither a type nor an address');
  expect((await run('verify', `${app.url}/help`)).err).toContain('names no raffle');
  expect((await run('verify', 'http://127.0.0.1:9/api/raffles/x')).err).toContain(
    'does not answer',
  );
  expect((await run('verify', 'lucky', '--hash', 'abc')).err).toContain('--hash: expected 64');
});

test('the command reports unexpected answers of a server, and asks a busy server again', async () => {
  const busy = { ...problem('tooManyRequests'), retryAfter: 0 };
  const raffle = {
    type: 'x',
    prizes: [],
    outOf: 1,
    seedHash: '0'.repeat(64),
    seed: null,
    entries: 0,
    mine: null,
  };
  const strange = [
    { seed: 1 },
    // The first text would control the terminal. The second raffle has another type than the
    // requested raffle.
    { ...raffle, seedHash: '\u001B[2J' },
    { ...raffle, type: 'y' },
  ];
  const answers = [...strange, busy, busy, problem('campaignNotFound')];
  const stranger = createServer((_request, response) => {
    response.end(JSON.stringify(answers.shift()));
  });
  await new Promise<void>((resolve) => {
    stranger.listen(0, '127.0.0.1', resolve);
  });
  const address = stranger.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const verify = () => run('verify', `http://127.0.0.1:${port}/api/raffles/x`);
  for (const _answer of strange) {
    expect(await verify()).toMatchObject({
      code: 1,
      err: expect.stringContaining('unexpected format'),
    });
  }
  expect((await verify()).err).toMatch(/^There is no raffle/);
  expect(answers).toEqual([]);
  await new Promise((resolve) => stranger.close(resolve));
});

test.each([
  [{ texts, outOf: 4 }, 'prizes: '],
  [{ texts, outOf: 2, prizes }, 'prizes: 3 chances are more than outOf'],
  [{ texts, outOf: 0, prizes }, 'outOf: '],
  [{ texts, outOf: 4, prizes: [{ ...prizes[0], stock: undefined }] }, 'prizes.0.stock: '],
  [{ texts, outOf: 4, prizes: [{ ...prizes[0], reward: { kind: 'goCash' } }] }, 'reward.amount: '],
])('an invalid raffle file is refused with the reason: %j', async (content, said) => {
  const file = await files.write('wrong.json', content);
  const { code, out, err } = await run('create', '--file', file, '--type', 'wrong', ...period);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(said);
});

test('an unknown command shows the list of commands', async () => {
  for (const args of [[], ['draw'], ['verify'], ['verify', 'a', 'b'], ['list', 'x']]) {
    expect(await run(...args)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('npm run raffle -- verify'),
    });
  }
});
