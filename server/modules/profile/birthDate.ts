import type { CalendarDay } from '../../../contract/signIn/auth.ts';
import { birthDateProblem } from '../../../contract/rules/people/profile.ts';
import { ProblemError } from '../../http/problem.ts';

/**
 * Reads a birth date, and returns it in the stored form `YYYY-MM-DD`. For all riders, today is the day in UTC.
 *
 * @throws {ProblemError} `birthDateInvalid`, `tooYoung`.
 */
export function parseBirthDate({ year, month, day }: CalendarDay, now: Date): string {
  const problem = birthDateProblem(
    { year, month, day },
    { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1, day: now.getUTCDate() },
  );
  if (problem) throw new ProblemError(problem);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
