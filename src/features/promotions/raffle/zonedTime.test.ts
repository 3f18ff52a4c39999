import { expect, test } from 'vitest';
import { formatInZone } from './zonedTime.ts';

// The tests run in the time zone of Chicago.
test.each([
  ['America/Chicago', 'Dec 1, 2026, 12:00\u00A0AM'],
  // This zone has another name but the same time as the device.
  ['America/Winnipeg', 'Dec 1, 2026, 12:00\u00A0AM'],
  ['America/New_York', 'Dec 1, 2026, 1:00\u00A0AM EST'],
  ['Asia/Shanghai', 'Dec 1, 2026, 2:00\u00A0PM GMT+8'],
  ['Mars/Olympus', 'Dec 1, 2026, 12:00\u00A0AM'],
])('a time in the zone %s is formatted as %s', (zone, text) => {
  expect(formatInZone('2026-12-01T06:00:00.000Z', zone)).toBe(text);
});
