import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeStationId } from '../../../contract/rules/places/stationId.ts';
import type { OpeningHours } from '../../../contract/stations.ts';
import { saveStations, type StationRecord } from '../../modules/stations/saveStations.ts';
import { forEachEngine } from '../../testing/database.ts';
import { testTariff } from '../../testing/stations.ts';
import { looksSwapped, maxLength, toCentimetre } from '../../modules/network/import/fields.ts';
import { openCommandTest, type CommandTest } from './testing.ts';

/** Random text without control characters, and without spaces at its ends. */
const text = (length: number) =>
  fc
    .string({ unit: 'grapheme', maxLength: length })
    .map((value) =>
      value
        .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069\uFFFD]/gu, '')
        .normalize('NFC')
        .trim(),
    )
    .filter((value) => Array.from(value).length <= length);
const minute = fc
  .integer({ min: 0, max: 1439 })
  .map((of) =>
    [Math.floor(of / 60), of % 60].map((part) => String(part).padStart(2, '0')).join(':'),
  );
const hours: fc.Arbitrary<OpeningHours> = fc.array(
  fc.option(
    fc.oneof(
      fc.constant('00:00-24:00'),
      fc
        .tuple(minute, minute)
        .filter(([start, end]) => start !== end)
        .map((times) => times.join('-')),
    ),
  ),
  { minLength: 7, maxLength: 7 },
);
const orNothing = (value: fc.Arbitrary<string>) => value.map((given) => given || null);
const zones = ['America/Chicago', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC'];

const station: fc.Arbitrary<StationRecord> = fc
  .record({
    id: fc.infiniteStream(fc.nat()).map((numbers) => {
      return makeStationId((below) => (numbers.next().value ?? 0) % below);
    }),
    name: text(maxLength.name).filter(Boolean),
    address: text(maxLength.address),
    lat: fc.double({ min: -90, max: 90, noNaN: true }).map(toCentimetre),
    lng: fc.double({ min: -180, max: 180, noNaN: true }).map(toCentimetre),
    hours,
    timeZone: fc.constantFrom(...zones),
    floor: orNothing(text(maxLength.floor)),
    hint: orNothing(text(maxLength.hint)),
    photo: fc.constantFrom(null, '/photos/a.jpg', 'https://example.com/a%20b.jpg?c=d,e'),
    tariffId: fc.constant(testTariff.id),
    venueId: fc.constant(null),
    layout: fc.constantFrom(null, '4x2', '12x1'),
    slots: fc.integer({ min: 0, max: 1000 }),
    secretHash: fc.constant(null),
    source: orNothing(text(20)),
  })
  .map((one) => ({ ...one, source: one.source && `velo/${one.source} ${one.id}` }))
  .filter((one) => Math.abs(one.lat) > 0.001 || Math.abs(one.lng) > 0.001)
  .filter((one) => !looksSwapped(one, one.timeZone));
const stations = fc.uniqueArray(station, { selector: ({ id }) => id, maxLength: 8 });

forEachEngine((engine) => {
  let commands: CommandTest;
  beforeAll(async () => {
    commands = await openCommandTest(engine);
  });
  afterAll(() => commands.close());

  test.each(['csv', 'gbfs'])(
    'an export to %s and an import of the exported file change no station @slow',
    async (format) => {
      const property = fc.asyncProperty(stations, async (given) => {
        await commands.clear();
        await saveStations(commands.db, given, new Date(0));
        const first = await commands.run('export', '--format', format);
        expect(first.code).toBe(0);
        const file = await commands.write('exported', first.out);
        expect(await commands.run('import', file)).toMatchObject({
          code: 0,
          out: `0 new, 0 changed, ${given.length} unchanged.\n`,
          err: '',
        });
        expect((await commands.run('export', '--format', format)).out).toBe(first.out);
        if (format !== 'csv') return;
        // The file is also imported into an empty database.
        await commands.clear();
        await commands.write('exported', first.out);
        const entered = await commands.run('import', file, '--secrets', commands.at('secrets.csv'));
        expect(entered).toMatchObject({ code: 0, err: '' });
        expect((await commands.run('export', '--format', format)).out).toBe(first.out);
      });
      await fc.assert(property, { numRuns: inject('completeRun') ? 15 : 5 });
    },
  );
});
