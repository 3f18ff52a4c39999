import { expect, it } from 'vitest';
import { plainSpaces } from '../../../../contract/rules/format/duration.ts';
import { isOpenNow } from '../../../../contract/rules/places/openNow.ts';
import { formatMinuteOfDay, openState, weekdayName, weekHours } from './openingHours.ts';

const zone = 'America/Chicago';
/** 18:00 UTC on a Friday, which is noon in Chicago. */
const fridayNoon = Date.parse('2026-11-20T18:00:00Z');
const hour = 3600_000;
const week = (friday: string | null, thursday: string | null = null) => [
  null,
  null,
  null,
  thursday,
  friday,
  null,
  null,
];

it.each([
  ['all day', week('00:00-24:00'), fridayNoon, { open: true, allDay: true }],
  ['within the hours', week('09:00-17:00'), fridayNoon, { open: true, allDay: false, until: 1020 }],
  [
    'before the hours',
    week('13:30-17:00'),
    fridayNoon,
    { open: false, opens: { inDays: 0, weekday: 4, minute: 810 } },
  ],
  [
    'after the hours, open only on this weekday',
    week('06:00-11:00'),
    fridayNoon,
    { open: false, opens: { inDays: 7, weekday: 4, minute: 360 } },
  ],
  [
    'closed until Thursday',
    week(null, '09:30-17:00'),
    fridayNoon,
    { open: false, opens: { inDays: 6, weekday: 3, minute: 570 } },
  ],
  ['closed for good', week(null), fridayNoon, { open: false, opens: null }],
  [
    'at the end of the hours',
    week('06:00-12:00'),
    fridayNoon,
    { open: false, opens: { inDays: 7, weekday: 4, minute: 360 } },
  ],
  [
    'at the start of the hours',
    week('12:00-13:00'),
    fridayNoon,
    { open: true, allDay: false, until: 780 },
  ],
  [
    'open until midnight',
    week('10:00-24:00'),
    fridayNoon,
    { open: true, allDay: false, until: 1440 },
  ],
  [
    'closed after midnight, opens later on the same day',
    week('18:00-02:00', '18:00-02:00'),
    fridayNoon - 9 * hour,
    { open: false, opens: { inDays: 0, weekday: 4, minute: 1080 } },
  ],
  [
    'open past midnight, before midnight',
    week('18:00-02:00'),
    fridayNoon + 8 * hour,
    { open: true, allDay: false, until: 1560 },
  ],
  [
    'open past midnight, after midnight',
    week(null, '18:00-02:00'),
    fridayNoon - 11 * hour,
    { open: true, allDay: false, until: 120 },
  ],
])('the state of a venue is correct: %s', (_, hours, now, state) => {
  expect(openState(hours, zone, now)).toEqual(state);
});

it('a minute of the day is formatted as a time, also after the next midnight', () => {
  expect(formatMinuteOfDay(1560)).toBe('2:00 AM');
  expect(formatMinuteOfDay(810)).toBe('1:30 PM');
});

/** In Chicago, daylight saving time begins at 2:00 on 8 March 2026 and ends at 2:00 on 1 November 2026. */
it.each([
  // This day has 23 hours: 3:00 follows 1:59.
  ['an hour before the gap', '2026-03-08T07:00:00Z', true],
  ['the last minute before the gap', '2026-03-08T07:59:00Z', true],
  ['the first minute after the gap', '2026-03-08T08:00:00Z', false],
  // This day has 25 hours: the times from 1:00 to 1:59 occur twice, and 2:00 occurs once.
  ['the first 1:30', '2026-11-01T06:30:00Z', true],
  ['the second 1:30', '2026-11-01T07:30:00Z', true],
  ['2:00', '2026-11-01T08:00:00Z', false],
])('on the day of the clock change, local time counts: %s', (_, at, open) => {
  const hours = Array.from({ length: 7 }, () => '18:00-02:00');
  expect(isOpenNow({ hours, timeZone: zone }, Date.parse(at))).toBe(open);
});

it('the format of each minute of the day is the browser’s English format', () => {
  const format = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });
  for (let minute = 0; minute < 2 * 1440; minute++) {
    const written = plainSpaces(format.format(minute * 60_000));
    expect(formatMinuteOfDay(minute)).toBe(written);
  }
});

it("the opening hours are in the station's time zone, not in the device's", () => {
  // Noon on Friday in Chicago is 3:00 on Saturday in Tokyo.
  const hours = week('09:00-17:00');
  expect(isOpenNow({ hours, timeZone: zone }, fridayNoon)).toBe(true);
  expect(isOpenNow({ hours, timeZone: 'Asia/Tokyo' }, fridayNoon)).toBe(false);
  const today = (timeZone: string) =>
    weekHours(hours, timeZone, fridayNoon).find(({ isToday }) => isToday)?.weekday;
  expect([today(zone), today('Asia/Tokyo')]).toEqual([4, 5]);
});

it('the list of the week contains the hours of each day', () => {
  const days = weekHours(week('00:00-24:00', '18:00-02:00'), zone, fridayNoon);
  expect(days[0]).toEqual({ weekday: 0, isToday: false, hours: null });
  expect(days[3]?.hours).toEqual({ start: 1080, end: 1560, allDay: false });
  expect(days[4]).toEqual({
    weekday: 4,
    isToday: true,
    hours: { start: 0, end: 1440, allDay: true },
  });
});

it('the names of the days are in the active language', () => {
  expect(weekdayName(0, 'en')).toBe('Mon');
  expect(weekdayName(6, 'es', 'long')).toBe('domingo');
  expect(weekdayName(0, 'zh-CN')).toBe('周一');
});
