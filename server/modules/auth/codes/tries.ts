import type { ErrorCode } from '../../../../contract/errors.ts';
import type { Db } from '../../../db/database.ts';
import { countCall } from '../../../http/limits/rateLimit.ts';
import type { Settings } from '../../../settings/settings.ts';
import { maxFailures, type CodeOutcome } from './codeMachine.ts';

/** The error codes for the outcomes of a try. */
export const problemOf = {
  wrong: 'codeWrong',
  exhausted: 'codeExhausted',
  expired: 'codeExpired',
  refused: 'codeExpired',
} as const satisfies Record<Exclude<CodeOutcome, 'verified'>, ErrorCode>;

/**
 * Counts a try against the limit of the caller's network. Codes by text message and codes by mail share this limit.
 *
 * @throws {ProblemError} `tooManyRequests`
 */
export async function countNetworkTry(
  db: Db,
  { codeLimits }: Pick<Settings, 'codeLimits'>,
  network: string,
  now: Date,
): Promise<void> {
  const limit = codeLimits.perAddressPerHour * maxFailures;
  await countCall(db, { name: 'verify:address', limit, windowSeconds: 60 * 60 }, network, now);
}
