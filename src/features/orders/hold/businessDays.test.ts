import { expect, test } from 'vitest';
import { bankRange, businessDaysAfter } from './businessDays.ts';

const at = (text: string) => new Date(text).getTime();
const dayOf = (date: Date) => `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
const refunds = { minimumDays: 1, maximumDays: 10, supportAfterDays: 15 };

test.each([
  // November 20, 2026 is a Friday.
  ['2026-11-19T10:00:00', 1, '2026-11-20'],
  ['2026-11-20T10:00:00', 1, '2026-11-23'],
  ['2026-11-21T10:00:00', 1, '2026-11-23'],
  ['2026-11-22T23:59:00', 1, '2026-11-23'],
  ['2026-11-23T00:01:00', 1, '2026-11-24'],
  ['2026-11-20T10:00:00', 5, '2026-11-27'],
  ['2026-11-20T10:00:00', 10, '2026-12-4'],
  ['2026-11-21T10:00:00', 15, '2026-12-11'],
  ['2026-12-31T10:00:00', 1, '2027-1-1'],
  // Daylight saving time ends on the weekend after October 30, 2026.
  ['2026-10-30T23:30:00', 1, '2026-11-2'],
])('after %s, %i business days end on %s', (from, days, end) => {
  expect(dayOf(businessDaysAfter(at(from), days))).toBe(end);
});

test('the bank counts as late as soon as the day `supportAfter` has passed', () => {
  const given = at('2026-11-20T10:00:00');
  const range = bankRange(given, refunds, at('2026-12-11T23:59:59'));
  expect(range).toEqual({
    from: { year: 2026, month: 11, day: 23 },
    to: { year: 2026, month: 12, day: 4 },
    supportAfter: { year: 2026, month: 12, day: 11 },
    isLate: false,
  });
  expect(bankRange(given, refunds, at('2026-12-12T00:00:00')).isLate).toBe(true);
});
