import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { campaignTexts as texts } from '../../testing/campaigns.ts';
import { serverKey } from '../../testing/operators/operators.ts';
import { ops } from '../ops/ops.ts';
import { campaigns } from './campaigns.ts';
import { makeFolder, runOps, runWith } from './testing.ts';

let app: TestApp;
let files: Awaited<ReturnType<typeof makeFolder>>;
let file: string;

beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
  files = await makeFolder();
  file = await files.write('offer.json', { texts });
});
afterAll(async () => {
  await app.close();
  await rm(files.folder, { recursive: true });
});

/** Placeholder for the name of the file, which exists only when the tests run. */
const good = '(file)';
const given = (args: readonly string[]) => args.map((arg) => (arg === good ? file : arg));
const run = (args: readonly string[]) => runOps(ops, ['campaigns', ...given(args)], app.url);

const month = ['--starts', '2090-06-01', '--ends', '2090-07-01T18:00', '--zone', 'America/Chicago'];
const goCash = ['--reward', 'goCash', '--amount', '200'];
const budget = ['--budget-claims', '5000'];
const offerOf = ['create', '--file', good, '--type'];
const create = (type: string, ...more: string[]) => [...offerOf, type, ...more];

test('the commands create an offer in its time zone, list it and end it', async () => {
  expect(
    await run(
      create(
        'summer',
        ...month,
        ...goCash,
        ...budget,
        '--budget-amount',
        '600000',
        '--per-person',
        '2',
      ),
    ),
  ).toEqual({
    code: 0,
    out: 'summer runs from 2090-06-01T00:00:00-05:00 to 2090-07-01T18:00:00-05:00.\n',
    err: '',
  });
  expect((await run(['list'])).out).toBe(
    'type,kind,audience,state,starts,ends,claims,given,most claims,most given\n' +
      'summer,offer,everyone,upcoming,2090-06-01T00:00:00-05:00,2090-07-01T18:00:00-05:00,0,,5000,600000\n',
  );
  expect(await run(create('summer', ...month, ...goCash, ...budget))).toMatchObject({
    code: 1,
    err: 'summer exists already.\n',
  });
  expect(await run(['end', 'summer'])).toMatchObject({ code: 0, out: 'summer has ended.\n' });
  expect((await run(['list'])).out).toContain('summer,offer,everyone,ended,');
});

test('the command creates offers of every kind', async () => {
  const amountOff = ['--reward', 'amountOff', '--amount', '200', '--minimum', '300'];
  const minutes = ['--reward', 'freeMinutes', '--minutes', '30'];
  const since = ['--audience', 'newRiders', '--registered-since', '2090-01-01'];
  const commands = [
    create('off', ...month, ...amountOff, '--valid-days', '30', ...budget, ...since),
    create('free', ...month, ...minutes, '--unlimited'),
  ];
  for (const command of commands) expect(await run(command)).toMatchObject({ code: 0, err: '' });
  const stored = await app.deps.db
    .selectFrom('campaigns')
    .select(['type', 'reward', 'registered_since', 'budget_claims'])
    .where('type', 'in', ['off', 'free'])
    .orderBy('type')
    .execute();
  expect(stored).toEqual([
    {
      type: 'free',
      reward: { kind: 'freeMinutes', minutes: 30, validDays: null },
      registered_since: null,
      budget_claims: null,
    },
    {
      type: 'off',
      reward: {
        kind: 'amountOff',
        amount: { amount: 200, currency: 'USD' },
        minimumTotal: { amount: 300, currency: 'USD' },
        validDays: 30,
      },
      registered_since: new Date('2090-01-01T06:00:00Z'),
      budget_claims: 5000,
    },
  ]);
});

test.each([
  [create('x', ...month, ...goCash), '--budget-claims, --budget-amount, --unlimited: expected'],
  [create('x', ...month, ...goCash, '--unlimited', ...budget), '--unlimited: expected'],
  [
    create('x', ...month, ...goCash, '--budget-amount', '199'),
    'the budget does not pay for one claim',
  ],
  [create('x', ...month, ...budget), '--reward: '],
  [create('x', ...month, ...budget, '--reward', 'gold'), '--reward: '],
  [create('x', ...month, ...budget, '--reward', 'amountOff'), '--amount: '],
  [create('x', ...month, ...budget, '--reward', 'goCash', '--amount', '-1'), 'amount'],
  [
    create('x', ...month, ...budget, '--reward', 'goCash', '--amount', '1.5'),
    '--amount: expected a whole number.',
  ],
  [create('Summer!', ...month, ...goCash, ...budget), '--type: '],
  [
    create('api', ...month, ...goCash, ...budget),
    '--type: the app uses this path for something else',
  ],
  [create('x', ...goCash, ...budget, ...month, '--zone', '+05:00'), '--zone: expected a name'],
  [create('x', ...goCash, ...budget, ...month, '--starts', 'now'), '--starts: expected a time'],
  [
    create('x', ...goCash, ...budget, ...month, '--starts', '2027-03-14T02:30'),
    '--starts: this time does not exist in America/Chicago: the clocks skip it',
  ],
  [
    create('x', ...goCash, ...budget, ...month, '--starts', '2090-08-01'),
    '--ends: expected a time after the start',
  ],
  [
    create('x', ...goCash, ...budget, ...month, '--starts', '2020-01-01', '--ends', '2020-02-01'),
    'The end is in the past.',
  ],
  [
    create('x', ...month, ...goCash, ...budget, '--audience', 'cities'),
    ': cities: the audience cities needs them',
  ],
  [
    create('x', ...month, ...goCash, ...budget, '--registered-since', '2090-01-01'),
    '--registered-since: only the audience newRiders has it',
  ],
  [['end', 'nosuch'], 'There is no campaign nosuch.'],
])('%j is refused with a reason', async (args, said) => {
  const { code, out, err } = await run(args);
  expect({ code: code > 0, out }).toEqual({ code: true, out: '' });
  expect(err).toContain(said);
});

test.each([
  [{ texts: { ...texts, es: undefined } }, 'texts.es: '],
  [{ texts: { ...texts, es: { ...texts.es, title: 'Two\nlines' } } }, 'texts.es.title: expected'],
  [{ texts: { ...texts, en: { ...texts.en, terms: [' '] } } }, 'texts.en.terms.0: expected'],
  [{ texts: { ...texts, en: { ...texts.en, title: 'x'.repeat(81) } } }, 'texts.en.title: '],
  // PostgreSQL can store neither an unpaired surrogate nor NUL.
  [{ texts: { ...texts, en: { ...texts.en, title: '\udfff' } } }, 'texts.en.title: expected'],
  [{ texts, cities: [{ name: 'A\0', lat: 0, lng: 0, radiusMetres: 100 }] }, 'cities.0'],
  [{ texts, text: {} }, 'Unrecognized key'],
  [{ texts, cities: [{ name: 'Nowhere' }] }, 'cities.0: expected a name with'],
  [{ texts, cities: [{ name: 'A', stations: ['PCJZK9H'] }] }, 'There is no station PCJZK9H.'],
  ['{', 'is not JSON'],
])('a file with an invalid offer is refused with the reason: %j', async (content, said) => {
  const wrong = await files.write('wrong.json', content);
  const audience = typeof content === 'object' && 'cities' in content ? 'cities' : 'everyone';
  const args = ['create', '--file', wrong, '--type', 'wrong', '--audience', audience];
  const { code, out, err } = await run([...args, ...month, ...goCash, ...budget]);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(said);
});

test('an unknown command shows the list of commands', async () => {
  const wrong = [[], ['make'], ['create'], ['list', 'all'], ['end'], create('x', '--loud')];
  for (const args of wrong) {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('npm run ops -- campaigns create');
  }
  expect((await run(['--help'])).out).toContain('npm run ops -- campaigns end');
  const missing = ['create', '--file', `${files.folder}/none.json`, '--type', 'x'];
  expect(await run(missing)).toMatchObject({ code: 1, err: expect.stringContaining('ENOENT') });
});

test('the former command does the same, needs no reason, and prints the name of the new command', async () => {
  const former = (...args: readonly string[]) => runWith(campaigns, given(args), app.url);
  const made = await former(...create('former', ...month, ...goCash, ...budget));
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^former runs from /) });
  expect(made.err).toContain('npm run campaigns is now npm run ops -- campaigns');
  expect((await former('list')).out).toBe((await run(['list'])).out);
  expect((await former('end', 'former')).out).toBe('former has ended.\n');
  expect((await former('--help')).out).toContain('npm run campaigns -- create');
});
