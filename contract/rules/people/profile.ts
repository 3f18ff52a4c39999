import type { CalendarDay } from '../../signIn/auth.ts';

export const maxNameLength = 60;
export const maxEmailLength = 254;
export const minimumAgeYears = 13;
const earliestBirthYear = 1900;

/** Letters, digits and `. _ - +`, then a domain. All letters are lowercase. */
export const emailPattern = /^[a-z0-9._+-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/;

export type BirthDateProblem = 'birthDateInvalid' | 'tooYoung';

/** Whether the date exists. For example, 31 April does not exist. */
export function isRealDay({ year, month, day }: CalendarDay): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return (
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  );
}

/**
 * The error code for a birth date; null if the date is valid. A person born on 29 February becomes a
 * year older on 1 March in years without that day.
 */
export function birthDateProblem(birth: CalendarDay, today: CalendarDay): BirthDateProblem | null {
  if (birth.year < earliestBirthYear || !isRealDay(birth)) return 'birthDateInvalid';
  if (dayNumber(birth) > dayNumber(today)) return 'birthDateInvalid';
  const ofAge = { ...birth, year: birth.year + minimumAgeYears };
  return dayNumber(ofAge) > dayNumber(today) ? 'tooYoung' : null;
}

/**
 * Returns a number for the comparison of dates: a later date has a larger number. The difference of two numbers is not
 * a number of days.
 */
function dayNumber({ year, month, day }: CalendarDay): number {
  return (year * 100 + month) * 100 + day;
}
