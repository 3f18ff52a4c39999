import { codeLifetimeMs } from '../../../../contract/rules/people/codes.ts';

/**
 * The states of one-time codes, as pure functions: `issued` → `verified` | `expired` (10 minutes) |
 * `exhausted` (5 failures) | `superseded` (a new code was requested). Times are milliseconds since the
 * epoch.
 */
export { codeLifetimeMs };
export const maxFailures = 5;

const firstResendMs = 30_000;
const longestResendMs = 60 * 60_000;
/** The time in milliseconds for which a requested code makes the wait for the next code longer. */
export const resendMemoryMs = 60 * 60_000;

export type CodeState = 'issued' | 'verified' | 'expired' | 'exhausted' | 'superseded';

export interface CodeStatus {
  state: CodeState;
  failures: number;
  expiresAt: number;
}

/** The result of a try. The result `refused` changes nothing. */
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
 * Counts a try before its result is known. Codes that the provider checks need this, so that at most five
 * concurrent tries reach the provider.
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
 * The status after a counted try, once its result is known. Other tries may have finished before this
 * result.
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

/** Takes back the count of a try that the provider did not answer, because such a try reveals nothing. */
export function giveTryBack(code: CodeStatus): CodeStatus {
  if (code.state !== 'issued' || code.failures === 0) return code;
  return { ...code, failures: code.failures - 1 };
}

/**
 * The failures with which a new code starts. A new code keeps the failures of the last code, unless the last
 * code was verified or has expired.
 */
export function inheritedFailures(last: CodeStatus | null, now: number): number {
  if (!last || last.state === 'verified' || now >= last.expiresAt) return 0;
  return last.failures;
}

/** The wait in milliseconds after the n-th code within an hour. */
export function resendDelayMs(codesWithinTheHour: number): number {
  return Math.min(longestResendMs, firstResendMs * 2 ** Math.max(0, codesWithinTheHour - 1));
}
