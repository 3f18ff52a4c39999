import { expect, test, vi } from 'vitest';
import { dateText } from './textFormats.ts';
import { isTimeZone, startOfDay } from './timeZones.ts';

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
