import { ProblemError } from '../../../http/problem.ts';
import { inheritedFailures, maxFailures, resendDelayMs, type CodeState } from './codeMachine.ts';

export interface EarlierCode {
  state: CodeState;
  failures: number;
  created_at: Date;
  expires_at: Date;
}

/**
 * Limits the next code by the codes of the last hour (`resendMemoryMs`), the newest first.
 *
 * @throws {ProblemError} `tooManyRequests` if it is requested too early.
 */
export function limitCodeRate(
  earlier: readonly EarlierCode[],
  now: Date,
): { count: number; failures: number } {
  const last = earlier[0];
  if (!last) return { count: 0, failures: 0 };

  // A right answer resets the wait: signing out and in again is not an attack.
  const sinceVerified = earlier.findIndex(({ state }) => state === 'verified');
  const count = sinceVerified === -1 ? earlier.length : sinceVerified;
  const failures = inheritedFailures(
    { state: last.state, failures: last.failures, expiresAt: last.expires_at.getTime() },
    now.getTime(),
  );
  const allowedAt =
    failures >= maxFailures
      ? last.expires_at.getTime()
      : last.created_at.getTime() + (count > 0 ? resendDelayMs(count) : 0);
  if (now.getTime() < allowedAt) {
    const retryAfter = Math.ceil((allowedAt - now.getTime()) / 1000);
    throw new ProblemError('tooManyRequests', { retryAfter });
  }
  return { count, failures };
}
