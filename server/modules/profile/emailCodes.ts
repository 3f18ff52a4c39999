import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CodeIssued } from '../../../contract/auth.ts';
import type { Language } from '../../../contract/config.ts';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { countCall, uncountCall } from '../../http/limits/rateLimit.ts';
import type { MailSender } from '../../providers/mail/sender.ts';
import { addMs } from '../../unitOfWork.ts';
import {
  answerCode,
  codeLifetimeMs,
  maxFailures,
  resendDelayMs,
  resendMemoryMs,
  type CodeOutcome,
} from '../auth/codes/codeMachine.ts';
import type { CodeVault } from '../auth/codes/codeSecret.ts';
import { limitCodeRate } from '../auth/codes/codeRate.ts';
import { lockUser } from '../auth/users.ts';
import { mailText } from './mailText.ts';

/** A code for a new address, or for a proof by the present one. */
type EmailCodeKind = 'email' | 'stepUp';

export interface CodeRecipient {
  userId: string;
  email: string;
  kind: EmailCodeKind;
}

const hour = 60 * 60;

/**
 * Mails a code to an address, within the limits of codes.
 *
 * @throws {ProblemError} `tooManyRequests`, `unavailable`.
 */
export async function mailCode(
  deps: Pick<Dependencies, 'db' | 'clock' | 'settings' | 'log'>,
  mail: MailSender,
  vault: CodeVault,
  to: CodeRecipient,
  caller: string,
): Promise<CodeIssued> {
  const now = deps.clock.now();
  const { email, kind } = to;
  const { perAddressPerHour, perPhonePerDay } = deps.settings.codeLimits;
  const perAddress = { name: 'code:address', limit: perAddressPerHour, windowSeconds: hour };
  const perEmail = { name: 'code:email', limit: perPhonePerDay, windowSeconds: 24 * hour };
  await countCall(deps.db, perAddress, caller, now);
  await countCall(deps.db, perEmail, email, now);
  const text = kind === 'stepUp' ? 'stepUp' : 'code';
  return issueEmailCode(deps, vault, to, (code, language) =>
    sendMail(deps, mail, { to: email, ...mailText(deps.settings, language, code, text), code }),
  ).catch(async (error: unknown) => {
    // No mail was sent, so it does not count against the limit of the address.
    await uncountCall(deps.db, perEmail, email, now);
    throw error;
  });
}

async function sendMail(
  { log }: Pick<Dependencies, 'log'>,
  mail: MailSender,
  message: Parameters<MailSender['send']>[0],
): Promise<void> {
  try {
    await mail.send(message).catch(() => mail.send(message));
  } catch (error) {
    log.error({ err: error }, 'the mail server did not send a code');
    throw new ProblemError('unavailable', { retryAfter: 5 });
  }
}

/**
 * Sends a code to an address of a rider, with the state machine of the sign-in codes. Waits and
 * failures count for the rider and for the address: neither another address nor another account
 * gives new tries.
 *
 * @throws {ProblemError} `tooManyRequests`, and as `send` does.
 */
async function issueEmailCode(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  vault: CodeVault,
  { userId, email, kind }: CodeRecipient,
  send: (code: string, language: Language) => Promise<void>,
): Promise<CodeIssued> {
  const now = clock.now();
  const requestId = randomUUID();
  const code = vault.makeCode();
  const expiresAt = new Date(now.getTime() + codeLifetimeMs);
  const { count, language } = await inTransaction(db, async (trx) => {
    const user = await lockUser(trx, userId);
    // Requests of two riders for one address run one after the other, too.
    await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(trx);
    const earlier = await earlierCodes(trx, { userId, email, kind }, now);
    await endPendingCode(trx, userId, now, kind);
    await trx
      .insertInto('contact_changes')
      .values({
        id: requestId,
        user_id: userId,
        kind,
        contact: email,
        code_hash: vault.hash(requestId, code),
        state: 'issued',
        failures: earlier.failures,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute();
    return { count: earlier.count, language: user.language };
  });
  try {
    await send(code, language);
  } catch (error) {
    // Undo the request, so that the next try need not wait.
    await db.deleteFrom('contact_changes').where('id', '=', requestId).execute();
    throw error;
  }
  const resendAt = new Date(now.getTime() + resendDelayMs(count + 1));
  return { requestId, expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() };
}

/** The longer wait and the higher number of failures apply. */
async function earlierCodes(
  trx: Trx,
  { userId, email, kind }: CodeRecipient,
  now: Date,
): Promise<{ count: number; failures: number }> {
  const recent = trx
    .selectFrom('contact_changes')
    .select(['state', 'failures', 'created_at', 'expires_at'])
    .where('kind', '=', kind)
    // The index is on the expiry, which is later than the creation.
    .where('expires_at', '>', new Date(now.getTime() - resendMemoryMs))
    .where('created_at', '>', new Date(now.getTime() - resendMemoryMs))
    .orderBy('created_at', 'desc')
    .limit(100);
  const riders = limitCodeRate(await recent.where('user_id', '=', userId).execute(), now);
  const addressed = limitCodeRate(await recent.where('contact', '=', email).execute(), now);
  return {
    count: Math.max(riders.count, addressed.count),
    failures: Math.max(riders.failures, addressed.failures),
  };
}

/** Ends a rider's pending code of a kind. */
export async function endPendingCode(
  trx: Trx,
  userId: string,
  now: Date,
  kind: EmailCodeKind,
): Promise<void> {
  await trx
    .updateTable('contact_changes')
    .set((eb) => ({
      state: eb
        .case()
        .when('expires_at', '<=', now)
        .then(eb.val('expired' as const))
        .else(eb.val('superseded' as const))
        .end(),
    }))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', '=', 'issued')
    .execute();
}

export interface EmailAnswer {
  userId: string;
  requestId: string;
  code: string;
  kind: EmailCodeKind;
  /** The caller's network, for the rate limit. */
  caller: string;
}

/**
 * Checks a code. If it is correct, marks it as used and runs `proven` in the same transaction.
 *
 * @throws {ProblemError} `codeWrong`, `codeExhausted`, `codeExpired` (also for a code that was
 * used, replaced, another rider's, or never existed), `tooManyRequests`.
 */
export async function answerEmailCode<T>(
  { db, clock, settings }: Pick<Dependencies, 'db' | 'clock' | 'settings'>,
  vault: CodeVault,
  { userId, requestId, code, kind, caller }: EmailAnswer,
  proven: (trx: Trx, email: string, now: Date) => Promise<T>,
): Promise<T> {
  const now = clock.now();
  const limit = settings.codeLimits.perAddressPerHour * maxFailures;
  await countCall(db, { name: 'verify:address', limit, windowSeconds: hour }, caller, now);
  // A wrong code is a result here, not an exception: its failure must be committed.
  const result = await inTransaction(db, async (trx): Promise<{ done: T } | ProblemError> => {
    // Always lock the user first. This serialises parallel guesses.
    await lockUser(trx, userId);
    const row = await trx
      .selectFrom('contact_changes')
      .select(['contact', 'code_hash', 'state', 'failures', 'expires_at'])
      .where('id', '=', requestId)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return new ProblemError('codeExpired');
    const { state, failures, expires_at } = row;
    const before = { state, failures, expiresAt: expires_at.getTime() };
    const isRight = vault.matches(requestId, code, row.code_hash);
    const { status, outcome } = answerCode(before, isRight, now.getTime());
    if (status !== before) {
      await trx
        .updateTable('contact_changes')
        .set({ state: status.state, failures: status.failures })
        .where('id', '=', requestId)
        .execute();
    }
    if (outcome !== 'verified') return new ProblemError(problemOf[outcome]);
    return { done: await proven(trx, row.contact, now) };
  });
  if (result instanceof ProblemError) throw result;
  return result.done;
}

const problemOf = {
  wrong: 'codeWrong',
  exhausted: 'codeExhausted',
  expired: 'codeExpired',
  refused: 'codeExpired',
} as const satisfies Record<Exclude<CodeOutcome, 'verified'>, string>;

/** Deletes a user's mailed codes. */
export async function forgetEmailCodes(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('contact_changes').where('user_id', '=', userId).execute();
}

export const emailCodesKeptMs = 2 * 24 * 60 * 60_000;

/** Deletes expired codes. */
export async function dropOldEmailCodes(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('contact_changes')
    .where('expires_at', '<', addMs(now, -emailCodesKeptMs))
    .execute();
}
