import { dateFormat } from './dateFormat.ts';

// This function is not in time.ts, because the first load does not need it.

const calendarDay = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });

/**
 * Formats a calendar day, such as `Nov 20, 2026`. The result does not depend on the time zone of
 * the device.
 */
export function formatDay({ year, month, day }: { year: number; month: number; day: number }) {
  return calendarDay(Date.UTC(year, month - 1, day));
}
