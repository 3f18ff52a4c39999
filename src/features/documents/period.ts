/** The highest number of days in an export. */
export const longestPeriodDays = 366;

const dayMs = 24 * 60 * 60 * 1000;

export type PeriodProblem = 'incomplete' | 'backwards' | 'tooLong';

/**
 * Checks a period from two date fields, such as `2026-11-01`. Both days are included. Returns null
 * if the period is valid.
 */
export function periodProblem(from: string, to: string): PeriodProblem | null {
  const first = Date.parse(from);
  const last = Date.parse(to);
  if (Number.isNaN(first) || Number.isNaN(last)) return 'incomplete';
  if (last < first) return 'backwards';
  return (last - first) / dayMs + 1 > longestPeriodDays ? 'tooLong' : null;
}

const two = (value: number) => String(value).padStart(2, '0');

/** A day of the device's calendar in the format of date fields. */
export function fieldDate(day: Date): string {
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Lists the month of `now` and the months before it, newest first, as `2026-11`. */
export function lastMonths(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, index) => {
    const month = new Date(now.getFullYear(), now.getMonth() - index, 1);
    return fieldDate(month).slice(0, 7);
  });
}
