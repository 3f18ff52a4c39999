import { expect, it } from 'vitest';
import { formatMinuteOfDay, openState } from './openingHours.ts';

const zone = 'America/Chicago';
/** A Friday, 18:00 UTC: noon in Chicago. */
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
  ['within', week('09:00-17:00'), fridayNoon, { open: true, allDay: false, until: 1020 }],
  ['before', week('13:30-17:00'), fridayNoon, { open: false, opensAt: 810 }],
  ['after', week('06:00-11:00'), fridayNoon, { open: false, opensAt: null }],
  ['closed', week(null), fridayNoon, { open: false, opensAt: null }],
  [
    'past midnight, before it',
    week('18:00-02:00'),
    fridayNoon + 8 * hour,
    { open: true, allDay: false, until: 1560 },
  ],
  [
    'past midnight, after it',
    week(null, '18:00-02:00'),
    fridayNoon - 11 * hour,
    { open: true, allDay: false, until: 120 },
  ],
])('%s', (_, hours, now, state) => {
  expect(openState(hours, zone, now)).toEqual(state);
});

it("is told in the station's own day", () => {
  expect(formatMinuteOfDay(1560)).toBe('2:00 AM');
  expect(formatMinuteOfDay(810)).toBe('1:30 PM');
});
