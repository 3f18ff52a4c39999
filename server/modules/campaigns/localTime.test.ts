import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayIn, nextDay, readLocalTime } from './localTime.ts';

const chicago = 'America/Chicago';
const iso = (at: Date | string) => (typeof at === 'string' ? at : at.toISOString());

test.each([
  ['2026-12-24', chicago, '2026-12-24T06:00:00.000Z'],
  ['2026-07-04T18:30', chicago, '2026-07-04T23:30:00.000Z'],
  ['2026-12-24T18:00', 'Asia/Kathmandu', '2026-12-24T12:15:00.000Z'],
  ['2026-12-24T18:00Z', chicago, '2026-12-24T18:00:00.000Z'],
  ['2026-11-01T01:30-05:00', chicago, '2026-11-01T06:30:00.000Z'],
  // This day has no midnight, because the clocks change at midnight.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
])('the time %s in %s is %s', (text, zone, at) => {
  expect(iso(readLocalTime(text, zone))).toBe(at);
});

test.each([
  ['2026-03-08T02:30', 'this time does not exist in America/Chicago: the clocks skip it'],
  [
    '2026-11-01T01:30',
    'the clocks in America/Chicago show that time twice: write 2026-11-01T01:30:00-05:00 or 2026-11-01T01:30:00-06:00',
  ],
  ['2026-02-30', 'there is no such time'],
  ['2026-02-30T10:00', 'there is no such time'],
  ['2026-12-24T25:00', 'there is no such time'],
  ['tomorrow', 'expected a time such as 2026-12-24 or 2026-12-24T18:00'],
])('the time %s is refused: %s', (text, said) => {
  expect(readLocalTime(text, chicago)).toBe(said);
});

test('a day ends when the calendar date changes, whatever the length of the day', () => {
  const zones = [chicago, 'Africa/Cairo', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'Asia/Gaza'];
  const from = Date.parse('2024-01-01T00:00:00Z');
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.nat(3 * 366 * 24 * 60), (zone, minutes) => {
      const at = new Date(from + minutes * 60_000);
      const next = nextDay(zone, at);
      expect(next > at).toBe(true);
      expect(dayIn(zone, next) > dayIn(zone, at)).toBe(true);
      expect(dayIn(zone, new Date(next.getTime() - 1))).toBe(dayIn(zone, at));
    }),
    { numRuns: 500 },
  );
});
