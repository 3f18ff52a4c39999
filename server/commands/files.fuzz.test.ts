import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesOf } from '../../contract/testing/changesOf.ts';
import { fuzzCases, seedOf } from '../../contract/testing/fuzz/fuzzRun.ts';
import { oddTexts, oddValues } from '../../contract/testing/fuzz/schemaValues.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { campaignTexts as texts } from '../testing/campaigns.ts';
import { preferredEngine } from '../testing/database.ts';
import { textChanges, withReplaced } from '../testing/fuzz/contents.ts';
import { serverKey } from '../testing/operators/operators.ts';
import { makeFolder, runOps } from './campaigns/testing.ts';
import { ops } from './ops/ops.ts';

/** This test has fewer cases than other fuzz tests, because each case runs a command on a server. */
const files = Math.max(40, Math.floor(fuzzCases / 10));

let app: TestApp;
let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  app = await startTestApp({
    engine: preferredEngine,
    env: { OPERATOR_KEY: serverKey },
  });
  folder = await makeFolder();
});
afterAll(async () => {
  await app.close();
  await rm(folder.folder, { recursive: true });
});

const period = ['--starts', '2090-06-01', '--ends', '2090-07-01', '--zone', 'America/Chicago'];
const money = ['--reward', 'goCash', '--amount', '200', '--budget-claims', '5000'];
const inAll = (text: string) => ({ en: text, 'zh-CN': text, es: text });
const reward = { kind: 'freeMinutes', minutes: 30, validDays: 14 };

/** Each command that reads a file with texts. The commands of stations have a separate test. */
const commands = {
  'an offer': {
    table: 'campaigns',
    valid: [{ texts }],
    run: (file: string, number: number) =>
      create('create', ['--file', file, '--type', `offer-${number}`, ...money]),
  },
  'an offer for cities': {
    table: 'campaigns',
    valid: [
      { texts, cities: [{ name: 'Chicago', lat: 41.88, lng: -87.63, radiusMetres: 30_000 }] },
      { texts, cities: [{ name: 'The airport', stations: ['PCJZK9H'] }] },
    ],
    run: (file: string, number: number) => {
      const options = ['--type', `city-${number}`, '--audience', 'cities', ...money];
      return create('create', ['--file', file, ...options]);
    },
  },
  'a raffle': {
    table: 'campaigns',
    valid: [{ texts, outOf: 4, prizes: [{ reward, chances: 2, stock: null }] }],
    run: (file: string, number: number) =>
      create('create-raffle', ['--file', file, '--type', `raffle-${number}`]),
  },
  news: {
    table: 'news',
    valid: [
      { title: inAll('Free hours'), body: inAll('Today.'), link: '/coupon' },
      { title: inAll('Holidays'), body: inAll('Closed.') },
    ],
    run: publish,
  },
} as const;

function create(verb: 'create' | 'create-raffle', args: string[]) {
  return runOps(ops, ['campaigns', verb, ...args, ...period], app.url);
}

function publish(file: string) {
  return runOps(ops, ['news', 'publish', '--file', file], app.url);
}

function contentsOf(valid: readonly unknown[]): fc.Arbitrary<Buffer> {
  const base = fc.constantFrom(...valid);
  const asBytes = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '');
  return fc.oneof(
    { weight: 1, arbitrary: base.map(asBytes) },
    {
      weight: 4,
      arbitrary: fc.tuple(base, fc.nat()).map(([value, at]) => {
        const changes = changesOf(value, '');
        return asBytes(changes[at % changes.length]?.value);
      }),
    },
    {
      weight: 6,
      arbitrary: fc
        .tuple(base, fc.nat(), oddValues, fc.oneof(oddTexts, fc.string({ unit: 'binary' })))
        .map(([value, at, odd, text]) => asBytes(withReplaced(value, at, odd, text))),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(base, textChanges).map(([value, change]) => change(asBytes(value))),
    },
    { weight: 1, arbitrary: oddValues.map(asBytes) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }).map((odd) => Buffer.from(odd)) },
  );
}

describe.each(Object.entries(commands))('files of %s', (name, command) => {
  test(
    `${files} arbitrary files are stored or refused as a whole, with a message and without a crash`,
    { timeout: 60_000 + files * 500 },
    async () => {
      const codes = new Set<number>();
      const cases = fc.sample(contentsOf(command.valid), { numRuns: files, seed: seedOf(name) });
      for (const [number, content] of cases.entries()) {
        const before = await countOf(command.table);
        const file = await folder.write('given.json', content);
        const { code, out, err } = await command
          .run(file, number)
          .catch((error: unknown) => ({ code: -1, out: '', err: String(error) }));
        const seen = { code, out, err, content: content.toString('latin1').slice(0, 2000) };
        expect(seen).toEqual({
          ...seen,
          code: code === 0 ? 0 : 1,
          out: code === 0 ? expect.stringMatching(/\S/) : '',
          err: code === 0 ? '' : expect.stringMatching(/\S/),
        });
        expect(await countOf(command.table), seen.content).toBe(before + (code === 0 ? 1 : 0));
        codes.add(code);
      }
      expect(codes).toEqual(new Set([0, 1]));
    },
  );
});

async function countOf(table: 'campaigns' | 'news'): Promise<number> {
  const { count } = await app.deps.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
