import type { CalendarDay } from '../../../contract/auth.ts';
import { birthDateProblem } from '../../../contract/rules/people/profile.ts';
import { ProblemError } from '../../http/problem.ts';

/**
 * A birth date as it is stored, `YYYY-MM-DD`. Days begin in UTC for all riders.
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
