import { codeLifetimeMs } from '../../../../contract/rules/people/codes.ts';

/**
 * The state machine of one-time codes, as pure functions: `issued` → `verified` | `expired` (10 minutes) | `exhausted`
 * (5 failures) | `superseded` (a new code replaced this code). Times are milliseconds since the epoch.
 */
export { codeLifetimeMs };
export const maxFailures = 5;

const firstResendMs = 30_000;
const longestResendMs = 60 * 60_000;
/** For this time, in milliseconds, a requested code makes the wait for the next code longer. */
export const resendMemoryMs = 60 * 60_000;

export type CodeState = 'issued' | 'verified' | 'expired' | 'exhausted' | 'superseded';

export interface CodeStatus {
  state: CodeState;
  failures: number;
  expiresAt: number;
}

/** The result of a try. A try with the result `refused` does not change the code. */
export type CodeOutcome = 'verified' | 'wrong' | 'exhausted' | 'expired' | 'refused';

/** The status of a code after a try, and the result for the rider. */
export function answerCode(
  code: CodeStatus,
  isRight: boolean,
  now: number,
): { status: CodeStatus; outcome: CodeOutcome } {
  const counted = countTry(code, now);
  if (counted.outcome !== 'counted') return { status: counted.status, outcome: counted.outcome };
  // A right code does not add a failure.
  const status = isRight ? code : counted.status;
  return answerCounted(status, isRight);
}

/**
 * Counts a try before its result is known. If the provider checks the code, the try is counted before the check, so
 * that concurrent tries cannot exceed the limit of five failures.
 */
export function countTry(
  code: CodeStatus,
  now: number,
): { status: CodeStatus; outcome: 'counted' | 'exhausted' | 'expired' | 'refused' } {
  if (code.state === 'exhausted') return { status: code, outcome: 'exhausted' };
  if (code.state !== 'issued') return { status: code, outcome: 'refused' };
  if (now >= code.expiresAt) return { status: { ...code, state: 'expired' }, outcome: 'expired' };
  if (code.failures >= maxFailures) return { status: code, outcome: 'exhausted' };
  return { status: { ...code, failures: code.failures + 1 }, outcome: 'counted' };
}

/**
 * The status after a counted try whose result is now known. Other tries may have changed the code between the count and
 * the result.
 */
export function answerCounted(
  code: CodeStatus,
  isRight: boolean,
): { status: CodeStatus; outcome: CodeOutcome } {
  if (code.state === 'exhausted') return { status: code, outcome: 'exhausted' };
  if (code.state !== 'issued') return { status: code, outcome: 'refused' };
  if (isRight) return { status: { ...code, state: 'verified' }, outcome: 'verified' };
  return code.failures >= maxFailures
    ? { status: { ...code, state: 'exhausted' }, outcome: 'exhausted' }
    : { status: code, outcome: 'wrong' };
}

/** Undoes `countTry` for a try that the provider did not answer, because such a try reveals nothing about the code. */
export function giveTryBack(code: CodeStatus): CodeStatus {
  if (code.state !== 'issued' || code.failures === 0) return code;
  return { ...code, failures: code.failures - 1 };
}

/**
 * The number of failures with which a new code starts: the failures of the previous code; 0 if there is none, or if the
 * previous code was verified or has expired.
 */
export function inheritedFailures(last: CodeStatus | null, now: number): number {
  if (!last || last.state === 'verified' || now >= last.expiresAt) return 0;
  return last.failures;
}

/** The wait in milliseconds after the n-th code within an hour. */
export function resendDelayMs(codesWithinTheHour: number): number {
  return Math.min(longestResendMs, firstResendMs * 2 ** Math.max(0, codesWithinTheHour - 1));
}
