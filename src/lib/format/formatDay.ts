import { dateFormat } from './dateFormat.ts';

// Not in time.ts, because the first load does not need it.

const calendarDay = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });

/** `Nov 20, 2026`, a calendar day that does not depend on the time zone. */
export function formatDay({ year, month, day }: { year: number; month: number; day: number }) {
  return calendarDay(Date.UTC(year, month - 1, day));
}
