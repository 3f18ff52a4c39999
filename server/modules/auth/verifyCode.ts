import type { Language } from '../../../contract/config.ts';
import { inTransaction, type Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { countCall } from '../../http/rateLimit.ts';
import { answerCode, maxFailures, type CodeOutcome } from './codeMachine.ts';
import type { CodeVault } from './codeSecret.ts';
import { endSession, hashSessionId, openSession } from './session.ts';
import { registerUser, type UserRow } from './users.ts';

export interface CodeVerification {
  requestId: string;
  code: string;
  /** The session that the client used until now; it ends, so that a planted one is worth nothing. */
  oldSessionId: string | null;
  /** The caller's network, for the limit. */
  caller: string;
  /** As `describeDevice` tells it. */
  device: string;
}

/**
 * Signs a rider in who has the texted code, and registers one who comes for the first time.
 *
 * @throws {ProblemError} `codeWrong`, `codeExhausted`, `codeExpired` (also for a code that was used,
 *   replaced, or never existed), or `tooManyRequests`.
 */
export async function verifyCode(
  { db, clock, settings }: Pick<Dependencies, 'db' | 'clock' | 'settings'>,
  vault: CodeVault,
  { requestId, code, oldSessionId, caller, device }: CodeVerification,
): Promise<{ sessionId: string; user: UserRow }> {
  const now = clock.now();
  const limit = settings.codeLimits.perAddressPerHour * maxFailures;
  await countCall(db, { name: 'verify:address', limit, windowSeconds: 60 * 60 }, caller, now);
  // A wrong code is an answer and not an exception in here: its failure has to be committed.
  const result = await inTransaction(db, async (trx) => {
    const { outcome, phone, language } = await tryCode(trx, vault, requestId, code, now);
    if (outcome !== 'verified') return { outcome };
    const user = await registerUser(trx, { phone, language, now });
    if (oldSessionId) await endSession(trx, hashSessionId(oldSessionId), 'rotated', now);
    const sessionId = await openSession(trx, { userId: user.id, device, now });
    return { outcome, user, sessionId };
  });
  if (result.outcome === 'verified') return result;
  throw new ProblemError(problemOf[result.outcome]);
}

const problemOf = {
  wrong: 'codeWrong',
  exhausted: 'codeExhausted',
  expired: 'codeExpired',
  refused: 'codeExpired',
} as const satisfies Record<Exclude<CodeOutcome, 'verified'>, string>;

type Tried =
  | { outcome: 'verified'; phone: string; language: Language }
  | { outcome: Exclude<CodeOutcome, 'verified'>; phone?: never; language?: never };

/** One try. The row's lock makes parallel guesses take turns, so that none goes uncounted. */
async function tryCode(
  trx: Trx,
  vault: CodeVault,
  requestId: string,
  code: string,
  now: Date,
): Promise<Tried> {
  const row = await trx
    .selectFrom('one_time_codes')
    .select(['phone', 'language', 'code_hash', 'state', 'failures', 'expires_at'])
    .where('id', '=', requestId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return { outcome: 'refused' };
  const before = { state: row.state, failures: row.failures, expiresAt: row.expires_at.getTime() };
  const isRight = vault.matches(requestId, code, row.code_hash);
  const { status, outcome } = answerCode(before, isRight, now.getTime());
  if (status !== before) {
    await trx
      .updateTable('one_time_codes')
      .set({ state: status.state, failures: status.failures })
      .where('id', '=', requestId)
      .execute();
  }
  return outcome === 'verified'
    ? { outcome, phone: row.phone, language: row.language }
    : { outcome };
}
