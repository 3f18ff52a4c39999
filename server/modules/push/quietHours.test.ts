import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quietUntil } from './quietHours.ts';

const minute = 60_000;
const night = { from: '22:00', to: '07:00', timeZone: 'America/Chicago' };

const endOf = (hours: typeof night, now: string) => quietUntil(hours, new Date(now))?.toISOString();

test.each([
  ['before midnight', '2026-11-02T23:30:10-06:00', '2026-11-03T07:00-06:00'],
  ['after midnight', '2026-11-03T00:00-06:00', '2026-11-03T07:00-06:00'],
  ['in their first minute', '2026-11-02T22:00-06:00', '2026-11-03T07:00-06:00'],
  ['in their last minute', '2026-11-03T06:59:59.999-06:00', '2026-11-03T07:00-06:00'],
  ['after them', '2026-11-03T07:00-06:00', undefined],
  ['before them', '2026-11-02T21:59:59-06:00', undefined],
  ['in the night that is an hour longer', '2026-10-31T23:00-05:00', '2026-11-01T07:00-06:00'],
  ['in the night that is an hour shorter', '2026-03-07T23:00-06:00', '2026-03-08T07:00-05:00'],
])('quiet hours over midnight: %s', (_, now, end) => {
  expect(endOf(night, now)).toBe(end && new Date(end).toISOString());
});

test('quiet hours whose end is skipped by the clock change end at the clock change', () => {
  const hours = { ...night, to: '02:30' };
  expect(endOf(hours, '2026-03-08T01:59-06:00')).toBe('2026-03-08T08:00:00.000Z');
});

test('an hour that the clock repeats is quiet twice', () => {
  const hours = { ...night, from: '01:00', to: '01:30' };
  expect(endOf(hours, '2026-11-01T01:10-05:00')).toBe('2026-11-01T06:30:00.000Z');
  expect(endOf(hours, '2026-11-01T01:10-06:00')).toBe('2026-11-01T07:30:00.000Z');
});

test('quiet hours with equal start and end are never quiet', () => {
  expect(endOf({ ...night, to: '22:00' }, '2026-11-02T22:00-06:00')).toBeUndefined();
});

/** Time zones whose clocks change by an hour, by half an hour, on other days, or never. */
const zones = [
  'America/Chicago',
  'Europe/Madrid',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Shanghai',
  'America/Santiago',
  'Pacific/Apia',
  'UTC',
];
/** The times of clock changes in these zones. */
const changes = [
  '2026-03-08T08:00Z',
  '2026-03-29T01:00Z',
  '2026-04-04T15:00Z',
  '2026-04-05T03:00Z',
  '2026-09-06T04:00Z',
  '2026-10-03T15:30Z',
  '2026-10-25T01:00Z',
  '2026-11-01T07:00Z',
].map((at) => Date.parse(at));

test('the quiet hours end at the first minute outside of them by local time', () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
  const hours = fc.record({ from: time, to: time, timeZone: fc.constantFrom(...zones) });
  const now = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -1500, max: 1500 }))
    .map(([change, minutes]) => change + minutes * minute);
  fc.assert(
    fc.property(hours, now, (hours, now) => {
      const shown = new Intl.DateTimeFormat('en-GB', {
        timeZone: hours.timeZone,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
      const isQuiet = (at: number) => {
        const clock = shown.format(at);
        return hours.from <= hours.to
          ? hours.from <= clock && clock < hours.to
          : hours.from <= clock || clock < hours.to;
      };
      let expected = now;
      while (isQuiet(expected)) expected += minute;
      const end = quietUntil(hours, new Date(now));
      expect(end?.getTime() ?? now).toBe(expected);
    }),
    { numRuns: 150 },
  );
});
