import { codeLifetimeMs } from '../../../contract/rules/people/codes.ts';

/**
 * One-time codes as a pure machine: `issued` → `verified` | `expired` (10 minutes) | `exhausted`
 * (5 failures) | `superseded` (another one was asked for). Times are milliseconds since the epoch.
 */
export { codeLifetimeMs };
export const maxFailures = 5;

const firstResendMs = 30_000;
const longestResendMs = 60 * 60_000;
/** Codes asked for within this time make the wait for the next one longer. */
export const resendMemoryMs = 60 * 60_000;

export type CodeState = 'issued' | 'verified' | 'expired' | 'exhausted' | 'superseded';

export interface CodeStatus {
  state: CodeState;
  failures: number;
  expiresAt: number;
}

/** What an answer leads to; `refused` changes nothing. */
export type CodeOutcome = 'verified' | 'wrong' | 'exhausted' | 'expired' | 'refused';

/** The status after an answer, and what to say about it. */
export function answerCode(
  code: CodeStatus,
  isRight: boolean,
  now: number,
): { status: CodeStatus; outcome: CodeOutcome } {
  const counted = countTry(code, now);
  if (counted.outcome !== 'counted') return { status: counted.status, outcome: counted.outcome };
  // Nobody else is between the two: a right answer is no failure.
  const status = isRight ? code : counted.status;
  return answerCounted(status, isRight);
}

/**
 * Counts a try before it is known whether it is right, for codes that somebody else checks: however
 * many ask at once, no more than five are passed on.
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

/** The status once the answer to a counted try is known; others may have come in between. */
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

/** A counted try that nobody answered told nothing: it is given back. */
export function giveTryBack(code: CodeStatus): CodeStatus {
  if (code.state !== 'issued' || code.failures === 0) return code;
  return { ...code, failures: code.failures - 1 };
}

/**
 * The failures that a new code starts with: asking again gives no fresh tries until the last code
 * would have expired, or was answered rightly.
 */
export function inheritedFailures(last: CodeStatus | null, now: number): number {
  if (!last || last.state === 'verified' || now >= last.expiresAt) return 0;
  return last.failures;
}

/** How long after the n-th code within the hour another one may be asked for. */
export function resendDelayMs(codesWithinTheHour: number): number {
  return Math.min(longestResendMs, firstResendMs * 2 ** Math.max(0, codesWithinTheHour - 1));
}
