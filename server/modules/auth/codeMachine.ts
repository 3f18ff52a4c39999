/**
 * One-time codes as a pure machine: `issued` → `verified` | `expired` (10 minutes) | `exhausted`
 * (5 failures) | `superseded` (another one was asked for). Times are milliseconds since the epoch.
 */
export const codeLifetimeMs = 10 * 60_000;
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
  if (code.state === 'exhausted') return { status: code, outcome: 'exhausted' };
  if (code.state !== 'issued') return { status: code, outcome: 'refused' };
  if (now >= code.expiresAt) return { status: { ...code, state: 'expired' }, outcome: 'expired' };
  if (isRight) return { status: { ...code, state: 'verified' }, outcome: 'verified' };
  const failures = code.failures + 1;
  return failures >= maxFailures
    ? { status: { ...code, failures, state: 'exhausted' }, outcome: 'exhausted' }
    : { status: { ...code, failures }, outcome: 'wrong' };
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
