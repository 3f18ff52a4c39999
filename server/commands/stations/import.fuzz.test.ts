import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { fuzzCases, seedOf } from '../../../contract/testing/fuzz/fuzzRun.ts';
import { oddTexts, oddValues } from '../../../contract/testing/fuzz/schemaValues.ts';
import { changesOf } from '../../../contract/testing/changesOf.ts';
import { preferredEngine } from '../../testing/database.ts';
import { columns } from '../../modules/network/import/columns.ts';
import { openCommandTest, type CommandTest } from './testing.ts';

/** This test has fewer cases than other fuzz tests, because each case runs a command on a server. */
const files = Math.max(20, Math.floor(fuzzCases / 10));

let commands: CommandTest;
beforeAll(async () => {
  commands = await openCommandTest(preferredEngine);
});
afterEach(() => commands.clear());
afterAll(() => commands.close());

const hours = Array.from({ length: 7 }, () => '09:00-17:00');
const valid = (id: string) => [
  id,
  'Harbor Books',
  '1 Test Street',
  '41.88',
  '-87.63',
  ...hours,
  'America/Chicago',
  '',
  '',
  '',
  'test',
  '8',
  '',
];
const knownIds = ['PCJZK9H', 'SDXGB7K', 'ZN9TPJV'];

const cell = fc.oneof(
  oddTexts,
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.double().map(String),
);
/** A row that is valid, or that has one odd cell. */
const row = fc
  .tuple(fc.constantFrom(...knownIds), fc.boolean(), fc.nat(), cell)
  .map(([id, isValid, at, odd]) => {
    const cells = valid(id);
    return isValid ? cells : cells.with(at % cells.length, odd);
  });
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csv = fc
  .array(row, { maxLength: 4 })
  .map((rows) =>
    [columns.join(','), ...rows.map((cells) => cells.map(quoted).join(',')), ''].join('\n'),
  );

const station = {
  station_id: 'abc',
  name: [{ text: 'Station', language: 'en' }],
  lat: 48.85,
  lon: 2.35,
  capacity: 8,
};
const feed = (stations: unknown) => ({
  last_updated: '2026-01-01T00:00:00Z',
  ttl: 0,
  version: '3.0',
  data: { stations },
});
const gbfs = fc.oneof(
  fc.nat().map((at) => {
    const changes = changesOf(feed([station]), '');
    return JSON.stringify(changes[at % changes.length]?.value);
  }),
  fc
    .tuple(fc.constantFrom(...Object.keys(station)), oddValues)
    .map(([name, odd]) => JSON.stringify(feed([station, { ...station, [name]: odd }]))),
);
const bytes = fc.oneof(
  { weight: 5, arbitrary: csv.map((text) => Buffer.from(text)) },
  { weight: 4, arbitrary: gbfs.map((text) => Buffer.from(text)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.oneof(csv, gbfs), fc.nat(), fc.uint8Array({ maxLength: 4 }))
      .map(([text, at, odd]) => {
        const whole = Buffer.from(text);
        return Buffer.concat([whole.subarray(0, at % (whole.length + 1)), odd]);
      }),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }).map((odd) => Buffer.from(odd)) },
);

test(
  `${files} arbitrary files are imported or refused as a whole, with a message and without a crash`,
  { timeout: 60_000 + files * 500 },
  async () => {
    const outcomes = new Map<number, number>();
    const count = async () =>
      (await commands.db.selectFrom('stations').select('id').execute()).length;
    for (const content of fc.sample(bytes, { numRuns: files, seed: seedOf('stations') })) {
      const before = await count();
      const file = await commands.write('given', content);
      const options = ['--secrets', commands.at('secrets.csv'), '--tariff', 'test'];
      const { code, out, err } = await commands.run('import', file, ...options);
      const seen = { code, out, err, content: content.toString('latin1').slice(0, 2000) };
      // An import prints the number of stations, and a refusal prints the reason. A crash prints a stack.
      expect(seen).toEqual({
        ...seen,
        code: code === 0 ? 0 : 1,
        out: code === 0 ? expect.stringMatching(/\d+ new, \d+ changed, \d+ unchanged/) : out,
        err: code === 0 ? err : expect.stringMatching(/\S/),
      });
      expect(err, seen.content).not.toMatch(/\n\s+at \S+ \(|Error:/);
      outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
      if (code !== 0) expect(await count()).toBe(before);
      await commands.clear();
    }
    expect(new Set(outcomes.keys())).toEqual(new Set([0, 1]));
  },
);
