import { expect, test } from 'vitest';
import { formatInZone } from './zonedTime.ts';

// The tests' device is in Chicago.
test.each([
  ['America/Chicago', 'Dec 1, 2026, 12:00 AM'],
  // Another name for what the device's clock says all the same.
  ['America/Winnipeg', 'Dec 1, 2026, 12:00 AM'],
  ['America/New_York', 'Dec 1, 2026, 1:00 AM EST'],
  ['Asia/Shanghai', 'Dec 1, 2026, 2:00 PM GMT+8'],
  ['Mars/Olympus', 'Dec 1, 2026, 12:00 AM'],
])('a moment of %s is written %s', (zone, text) => {
  expect(formatInZone('2026-12-01T06:00:00.000Z', zone)).toBe(text);
});
