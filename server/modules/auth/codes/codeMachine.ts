import { codeLifetimeMs } from '../../../../contract/rules/people/codes.ts';

/**
 * One-time codes as a pure state machine: `issued` → `verified` | `expired` (10 minutes) |
 * `exhausted` (5 failures) | `superseded` (a new code was requested). Times are milliseconds since
 * the epoch.
 */
export { codeLifetimeMs };
export const maxFailures = 5;

const firstResendMs = 30_000;
const longestResendMs = 60 * 60_000;
/** Codes requested within this time make the wait for the next one longer. */
export const resendMemoryMs = 60 * 60_000;

export type CodeState = 'issued' | 'verified' | 'expired' | 'exhausted' | 'superseded';

export interface CodeStatus {
  state: CodeState;
  failures: number;
  expiresAt: number;
}

/** The result of a try; `refused` changes nothing. */
export type CodeOutcome = 'verified' | 'wrong' | 'exhausted' | 'expired' | 'refused';

/** The status after a try, and the answer to the rider. */
export function answerCode(
  code: CodeStatus,
  isRight: boolean,
  now: number,
): { status: CodeStatus; outcome: CodeOutcome } {
  const counted = countTry(code, now);
  if (counted.outcome !== 'counted') return { status: counted.status, outcome: counted.outcome };
  // No other try can run between the two calls, so a right code is not counted as a failure.
  const status = isRight ? code : counted.status;
  return answerCounted(status, isRight);
}

/**
 * Counts a try before its result is known, for codes that the provider checks. So at most five
 * concurrent tries are passed on to the provider.
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
 * The status after a counted try, when its result is known. Other tries may have finished in the
 * meantime.
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

/** A counted try without an answer of the provider revealed nothing, so it is uncounted. */
export function giveTryBack(code: CodeStatus): CodeStatus {
  if (code.state !== 'issued' || code.failures === 0) return code;
  return { ...code, failures: code.failures - 1 };
}

/**
 * The failures that a new code starts with. A new code keeps the failures of the last one, unless
 * that was verified or has expired.
 */
export function inheritedFailures(last: CodeStatus | null, now: number): number {
  if (!last || last.state === 'verified' || now >= last.expiresAt) return 0;
  return last.failures;
}

/** The wait after the n-th code within the hour. */
export function resendDelayMs(codesWithinTheHour: number): number {
  return Math.min(longestResendMs, firstResendMs * 2 ** Math.max(0, codesWithinTheHour - 1));
}
