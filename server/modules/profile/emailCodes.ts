import { randomUUID } from 'node:crypto';
import { lockText } from '../../db/advisoryLocks.ts';
import type { CodeIssued } from '../../../contract/signIn/auth.ts';
import type { Language } from '../../../contract/config.ts';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { countCall, uncountCall, type RateLimit } from '../../http/limits/rateLimit.ts';
import { MailTimeoutError, type MailSender } from '../../providers/mail/sender.ts';
import { addMs } from '../../db/unitOfWork.ts';
import {
  answerCode,
  codeLifetimeMs,
  resendDelayMs,
  resendMemoryMs,
} from '../auth/codes/codeMachine.ts';
import type { CodeVault } from '../auth/codes/codeSecret.ts';
import { limitCodeRate, statusOf } from '../auth/codes/codeRate.ts';
import { endedState } from '../auth/codes/pendingCodes.ts';
import { countNetworkTry, problemOf } from '../auth/codes/tries.ts';
import { lockUser } from '../auth/users.ts';
import { mailText } from './mailText.ts';

/** The purpose of a code: to confirm a new address, or to give a proof with the current address. */
type EmailCodeKind = 'email' | 'stepUp';

export interface CodeRecipient {
  userId: string;
  email: string;
  kind: EmailCodeKind;
}

const hour = 60 * 60;

/**
 * Sends a code to an address by mail, within the limits of codes. For a proof, only the rider's own codes count against
 * the limits, so that nobody else can delay or prevent the rider's codes.
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
  const { userId, email, kind } = to;
  const isProof = kind === 'stepUp';
  const { perAddressPerHour, perPhonePerDay } = deps.settings.codeLimits;
  const perAddress = { name: 'code:address', limit: perAddressPerHour, windowSeconds: hour };
  const perDay = { limit: perPhonePerDay, windowSeconds: 24 * hour };
  const perMail = isProof
    ? { ...perDay, name: 'code:proofMail', whose: userId }
    : { ...perDay, name: 'code:email', whose: email };
  if (!isProof) await countCall(deps.db, perAddress, caller, now);
  const text = isProof ? 'stepUp' : 'code';
  return issueEmailCode(deps, vault, to, perMail, (code, language) =>
    sendMail(deps, mail, { to: email, ...mailText(deps.settings, language, code, text), code }),
  );
}

/** @throws {ProblemError} `unavailable`. @throws {MailTimeoutError} The mail may have been sent. */
async function sendMail(
  { log }: Pick<Dependencies, 'log'>,
  mail: MailSender,
  message: Parameters<MailSender['send']>[0],
): Promise<void> {
  try {
    await mail.send(message).catch((error: unknown) => {
      // Do not send again after a time-out: the rider waits for the answer, and the mail may have
      // been sent.
      if (error instanceof MailTimeoutError) throw error;
      return mail.send(message);
    });
  } catch (error) {
    log.error({ err: error }, 'the mail server did not send a code');
    if (error instanceof MailTimeoutError) throw error;
    throw new ProblemError('unavailable', { retryAfter: 5 });
  }
}

/**
 * Sends a code to an address of a rider. The rules of sign-in codes determine the wait before the
 * next code and the number of tries. Codes and tries count for the rider, and also for a new
 * address. So a rider cannot get more tries with another address or another account.
 *
 * @param perMail the limit that the mail counts against.
 * @throws {ProblemError} `tooManyRequests`, `unavailable` if the mail may have been sent, and the
 * other errors of `send`.
 */
async function issueEmailCode(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  vault: CodeVault,
  { userId, email, kind }: CodeRecipient,
  { whose, ...perMail }: RateLimit & { whose: string },
  send: (code: string, language: Language) => Promise<void>,
): Promise<CodeIssued> {
  const now = clock.now();
  const requestId = randomUUID();
  const code = vault.makeCode();
  const expiresAt = new Date(now.getTime() + codeLifetimeMs);
  const { count, language } = await inTransaction(db, async (trx) => {
    const user = await lockUser(trx, userId);
    // With this lock, requests of two riders for one address run one after the other.
    await lockText(trx, 'codeAddress', email);
    const earlier = await earlierCodes(trx, { userId, email, kind }, now);
    // `earlierCodes` has refused requests that come too early. So only sent mails count against the limit of an
    // address.
    await countCall(trx, perMail, whose, now);
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
  const resendAt = new Date(now.getTime() + resendDelayMs(count + 1));
  try {
    await send(code, language);
  } catch (error) {
    // If the mail may have been sent, the mail counts against the limits, the code stays valid, and the rider must wait
    // before the next code.
    if (error instanceof MailTimeoutError) {
      const retryAfter = Math.ceil((resendAt.getTime() - now.getTime()) / 1000);
      throw new ProblemError('unavailable', { retryAfter });
    }
    // Delete the request, so that the rider need not wait for the next try.
    await db.deleteFrom('contact_changes').where('id', '=', requestId).execute();
    await uncountCall(db, perMail, whose, now);
    throw error;
  }
  return { requestId, expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() };
}

/**
 * Counts the recent codes and failures of the rider and, for a new address, of the address. Returns the higher counts.
 *
 * @throws {ProblemError} `tooManyRequests` if the request comes too early.
 */
async function earlierCodes(
  trx: Trx,
  { userId, email, kind }: CodeRecipient,
  now: Date,
): Promise<{ count: number; failures: number }> {
  const recent = trx
    .selectFrom('contact_changes')
    .select(['state', 'failures', 'created_at', 'expires_at'])
    .where('kind', '=', kind)
    // This condition is only for the index on `expires_at`. It omits no row, because codes expire after their creation.
    .where('expires_at', '>', new Date(now.getTime() - resendMemoryMs))
    .where('created_at', '>', new Date(now.getTime() - resendMemoryMs))
    .orderBy('created_at', 'desc')
    .limit(100);
  const riders = limitCodeRate(await recent.where('user_id', '=', userId).execute(), now);
  if (kind === 'stepUp') return riders;
  const addressed = limitCodeRate(await recent.where('contact', '=', email).execute(), now);
  return {
    count: Math.max(riders.count, addressed.count),
    failures: Math.max(riders.failures, addressed.failures),
  };
}

/** Ends a rider's pending code with this purpose. */
export async function endPendingCode(
  trx: Trx,
  userId: string,
  now: Date,
  kind: EmailCodeKind,
): Promise<void> {
  await trx
    .updateTable('contact_changes')
    .set({ state: endedState(now) })
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
  /** The network of the caller, for the rate limit. */
  caller: string;
}

/**
 * Checks a code. If the code is right, marks it as used and runs `proven` in the same transaction.
 *
 * @throws {ProblemError} `codeWrong`, `codeExhausted`, `codeExpired` (also for a code that was used or replaced,
 * belongs to another rider, or never existed), `tooManyRequests`.
 */
export async function answerEmailCode<T>(
  { db, clock, settings }: Pick<Dependencies, 'db' | 'clock' | 'settings'>,
  vault: CodeVault,
  { userId, requestId, code, kind, caller }: EmailAnswer,
  proven: (trx: Trx, email: string, now: Date) => Promise<T>,
): Promise<T> {
  const now = clock.now();
  // Other people at the same network address must not prevent a rider from entering a code for a proof.
  if (kind !== 'stepUp' || !(await isPending(db, { userId, requestId, kind }))) {
    await countNetworkTry(db, settings, caller, now);
  }
  // The function returns a wrong code as a result. An exception would roll the count of the failure
  // back.
  const result = await inTransaction(db, async (trx): Promise<{ done: T } | ProblemError> => {
    // Lock the user first, so that concurrent guesses run one after the other.
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
    const before = statusOf(row);
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

async function isPending(
  db: Db,
  { userId, requestId, kind }: Pick<EmailAnswer, 'userId' | 'requestId' | 'kind'>,
): Promise<boolean> {
  const code = await db
    .selectFrom('contact_changes')
    .select('id')
    .where('id', '=', requestId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', '=', 'issued')
    .executeTakeFirst();
  return code !== undefined;
}

/** Deletes a user's mailed codes. */
export async function forgetEmailCodes(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('contact_changes').where('user_id', '=', userId).execute();
}

export const emailCodesKeptMs = 2 * 24 * 60 * 60_000;

/** Deletes codes that expired more than `emailCodesKeptMs` ago. */
export async function dropOldEmailCodes(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('contact_changes')
    .where('expires_at', '<', addMs(now, -emailCodesKeptMs))
    .execute();
}
