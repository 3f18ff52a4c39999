import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hoursOverlap, presentHours, toStoredHours } from './hours.ts';

const time = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
const hours = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    from: fc.integer({ min: 0, max: 1439 }),
    to: fc.integer({ min: 1, max: 1440 }),
  })
  .filter(({ from, to }) => from !== to)
  .map(({ days, from, to }) => ({
    days: days.toSorted((a, b) => a - b),
    from: time(from),
    to: time(to),
  }));
type Hours = ReturnType<typeof presentHours> & object;

const minuteOf = (text: string) => {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return hour * 60 + minute;
};
/** All minutes of the week in these hours. */
function minutesOf({ days, from, to }: Hours): Set<number> {
  const length = (minuteOf(to) - minuteOf(from) + 1440) % 1440 || 1440;
  return new Set(
    days.flatMap((day) =>
      Array.from({ length }, (_, at) => ((day - 1) * 1440 + minuteOf(from) + at) % (7 * 1440)),
    ),
  );
}

test('two sets of hours overlap if they have a minute of the week in common @slow', () => {
  fc.assert(
    fc.property(hours, hours, (one, other) => {
      const minutes = minutesOf(one);
      const isCommon = [...minutesOf(other)].some((minute) => minutes.has(minute));
      expect(hoursOverlap(one, other)).toBe(isCommon);
      expect(hoursOverlap(other, one)).toBe(isCommon);
    }),
  );
});

test.each<[Hours, Hours, boolean]>([
  [{ days: [1], from: '09:00', to: '12:00' }, { days: [1], from: '12:00', to: '14:00' }, false],
  [{ days: [7], from: '22:00', to: '02:00' }, { days: [1], from: '01:59', to: '09:00' }, true],
  [{ days: [7], from: '22:00', to: '24:00' }, { days: [1], from: '00:00', to: '09:00' }, false],
])('%j and %j overlap: %s', (one, other, overlap) => {
  expect(hoursOverlap(one, other)).toBe(overlap);
});

test('hours are shown as they were stored', () => {
  fc.assert(
    fc.property(hours, (one) => {
      expect(presentHours(toStoredHours(one))).toEqual(one);
    }),
  );
  expect(presentHours(toStoredHours(null))).toBeNull();
});
