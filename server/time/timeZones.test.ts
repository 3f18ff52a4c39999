import { expect, test, vi } from 'vitest';
import { dateText } from '../text/textFormats.ts';
import { isTimeZone, nextTimeOfDay, startOfDay } from './timeZones.ts';

const zones = ['UTC', 'America/Chicago', 'Asia/Kolkata', 'asia/kolkata'];

test('a time zone is accepted only by its name', () => {
  for (const zone of zones) expect(isTimeZone(zone)).toBe(true);
  for (const zone of ['', '+05:00', 'Mars/Olympus', 'Chicago', '../etc/passwd']) {
    expect(isTimeZone(zone)).toBe(false);
  }
});

test.each([
  [2026, 11, 1, 'America/Chicago', '2026-11-01T05:00:00Z'],
  [2026, 11, 2, 'America/Chicago', '2026-11-02T06:00:00Z'],
  [2026, 10, 4, 'Australia/Sydney', '2026-10-03T14:00:00Z'],
  [2026, 13, 1, 'Asia/Tokyo', '2026-12-31T15:00:00Z'],
  // At midnight the clocks skip an hour, in zones behind and ahead of UTC.
  [2026, 9, 6, 'America/Santiago', '2026-09-06T04:00:00Z'],
  [2026, 3, 29, 'Asia/Beirut', '2026-03-28T22:00:00Z'],
])('%i-%i-%i begins in %s at %s', (year, month, day, zone, start) => {
  expect(startOfDay(year, month, day, zone)).toEqual(new Date(start));
});

test.each([
  ['America/Chicago', '2026-11-20T12:00:00Z', 150, '2026-11-21T08:30:00Z'],
  ['Asia/Kolkata', '2026-11-20T12:00:00Z', 150, '2026-11-20T21:00:00Z'],
  // The clocks skip this time, in zones behind and ahead of UTC.
  ['America/Chicago', '2026-03-08T06:00:00Z', 150, '2026-03-08T08:30:00Z'],
  ['Europe/Berlin', '2026-03-28T23:00:00Z', 150, '2026-03-29T01:30:00Z'],
  // The clocks show this time twice.
  ['America/Chicago', '2026-11-01T05:00:00Z', 90, '2026-11-01T06:30:00Z'],
  ['Europe/Berlin', '2026-10-24T22:00:00Z', 150, '2026-10-25T00:30:00Z'],
])('in %s after %s, the clocks next show minute %i of a day at %s', (zone, now, minutes, next) => {
  expect(nextTimeOfDay(new Date(now), minutes, zone)).toEqual(new Date(next));
});

test('the caches ignore the letter case in the name of a zone', () => {
  dateText(new Date(), 'America/Argentina/Ushuaia');
  isTimeZone('America/Argentina/Ushuaia');
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (const zone of ['AMERICA/ARGENTINA/USHUAIA', 'america/Argentina/usHuaia']) {
    expect(isTimeZone(zone)).toBe(true);
    dateText(new Date(), zone);
  }
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});
