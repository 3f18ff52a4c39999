import { ProblemError } from '../../../http/problem.ts';
import {
  inheritedFailures,
  maxFailures,
  resendDelayMs,
  type CodeState,
  type CodeStatus,
} from './codeMachine.ts';

export interface EarlierCode {
  state: CodeState;
  failures: number;
  created_at: Date;
  expires_at: Date;
}

/**
 * Checks whether the next code may be requested now. Returns the number of codes that determine the wait (`count`), and
 * the failures with which the next code starts.
 *
 * @param earlier the codes of the last hour (`resendMemoryMs`), the newest first.
 * @param replaced the code whose failures the next code keeps.
 * @throws {ProblemError} `tooManyRequests` if the next code is requested too early.
 */
export function limitCodeRate(
  earlier: readonly EarlierCode[],
  now: Date,
  replaced: EarlierCode | null = earlier[0] ?? null,
): { count: number; failures: number } {
  // A right code resets the wait, because a rider who signs out and in again is no attacker.
  const sinceVerified = earlier.findIndex(({ state }) => state === 'verified');
  const count = sinceVerified === -1 ? earlier.length : sinceVerified;
  const failures = replaced === null ? 0 : inheritedFailures(statusOf(replaced), now.getTime());
  const last = earlier[0];
  const exhaustedUntil =
    replaced !== null && failures >= maxFailures ? replaced.expires_at.getTime() : 0;
  const resendAt =
    last !== undefined && count > 0 ? last.created_at.getTime() + resendDelayMs(count) : 0;
  const allowedAt = Math.max(exhaustedUntil, resendAt);
  if (now.getTime() < allowedAt) {
    const retryAfter = Math.ceil((allowedAt - now.getTime()) / 1000);
    throw new ProblemError('tooManyRequests', { retryAfter });
  }
  return { count, failures };
}

export function statusOf({
  state,
  failures,
  expires_at,
}: Pick<EarlierCode, 'state' | 'failures' | 'expires_at'>): CodeStatus {
  return { state, failures, expiresAt: expires_at.getTime() };
}
