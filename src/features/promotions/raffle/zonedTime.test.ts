import { expect, test } from 'vitest';
import { formatInZone } from './zonedTime.ts';

// The tests run in the time zone of Chicago.
test.each([
  ['America/Chicago', 'Dec 1, 2026, 12:00 AM'],
  // A different name for a zone with the same clock as the device's.
  ['America/Winnipeg', 'Dec 1, 2026, 12:00 AM'],
  ['America/New_York', 'Dec 1, 2026, 1:00 AM EST'],
  ['Asia/Shanghai', 'Dec 1, 2026, 2:00 PM GMT+8'],
  ['Mars/Olympus', 'Dec 1, 2026, 12:00 AM'],
])('a moment of %s is written %s', (zone, text) => {
  expect(formatInZone('2026-12-01T06:00:00.000Z', zone)).toBe(text);
});
