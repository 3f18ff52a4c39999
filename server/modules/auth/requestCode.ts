import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CodeIssued, CodeRequest } from '../../../contract/auth.ts';
import { inTransaction, type Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { countCall } from '../../http/rateLimit.ts';
import {
  codeLifetimeMs,
  inheritedFailures,
  maxFailures,
  resendDelayMs,
  resendMemoryMs,
} from './codeMachine.ts';
import type { CodeVault } from './codeSecret.ts';
import { codeText } from './codeText.ts';
import { parsePhone, type Phone } from './phone.ts';

const hour = 60 * 60;

/**
 * Texts a code and answers how it may be used, alike for known and unknown numbers. The code itself
 * exists only here and in the message: the database holds its keyed hash.
 *
 * @throws {ProblemError} `phoneInvalid`, `countryNotServed`, `tooManyRequests`, or `unavailable`
 *   where the carrier did not take the message.
 */
export async function requestCode(
  deps: Dependencies,
  vault: CodeVault,
  { phone: typed, language }: CodeRequest,
  caller: string,
): Promise<CodeIssued> {
  const phone = parsePhone(typed, deps.settings);
  const now = deps.clock.now();
  await countCodes(deps, phone, caller, now);

  const requestId = randomUUID();
  const code = vault.makeCode();
  const expiresAt = new Date(now.getTime() + codeLifetimeMs);
  const { resendAt } = await inTransaction(deps.db, async (trx) => {
    // Requests for one phone take turns: each has to see what the last one left.
    await sql`select pg_advisory_xact_lock(hashtextextended(${phone.number}, 0))`.execute(trx);
    const before = await earlierCodes(trx, phone.number, now);
    await endIssuedCode(trx, phone.number, now);
    await trx
      .insertInto('one_time_codes')
      .values({
        id: requestId,
        phone: phone.number,
        language,
        code_hash: vault.hash(requestId, code),
        state: 'issued',
        failures: before.failures,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute();
    return { resendAt: new Date(now.getTime() + resendDelayMs(before.count + 1)) };
  });

  const message = { to: phone.number, body: codeText(deps.settings, language, code), code };
  try {
    await deps.sms.send(message).catch(() => deps.sms.send(message));
  } catch (error) {
    deps.log.error({ err: error }, 'the carrier did not take a code');
    // As if it had not been asked for: the next try need not wait.
    await deps.db.deleteFrom('one_time_codes').where('id', '=', requestId).execute();
    throw new ProblemError('unavailable', { retryAfter: 5 });
  }
  return { requestId, expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() };
}

async function countCodes(
  { db, settings }: Pick<Dependencies, 'db' | 'settings'>,
  phone: Phone,
  caller: string,
  now: Date,
): Promise<void> {
  const { perAddressPerHour, perPhonePerDay, perPrefixPerHour } = settings.codeLimits;
  const limits = [
    { name: 'code:address', limit: perAddressPerHour, windowSeconds: hour, whose: caller },
    { name: 'code:phone', limit: perPhonePerDay, windowSeconds: 24 * hour, whose: phone.number },
    { name: 'code:prefix', limit: perPrefixPerHour, windowSeconds: hour, whose: phone.prefix },
  ];
  for (const { whose, ...limit } of limits) await countCall(db, limit, whose, now);
}

/** Codes of this phone that slow the next one down; refuses where it comes too early. */
async function earlierCodes(
  trx: Trx,
  phone: string,
  now: Date,
): Promise<{ count: number; failures: number }> {
  const rows = await trx
    .selectFrom('one_time_codes')
    .select(['state', 'failures', 'created_at', 'expires_at'])
    .where('phone', '=', phone)
    .where('created_at', '>', new Date(now.getTime() - resendMemoryMs))
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
  const last = rows[0];
  if (!last) return { count: 0, failures: 0 };

  // Whoever signed in starts anew: signing out and in again is no attack.
  const sinceSignIn = rows.findIndex(({ state }) => state === 'verified');
  const count = sinceSignIn === -1 ? rows.length : sinceSignIn;
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

async function endIssuedCode(trx: Trx, phone: string, now: Date): Promise<void> {
  await trx
    .updateTable('one_time_codes')
    .set((eb) => ({
      state: eb
        .case()
        .when('expires_at', '<=', now)
        .then(eb.val('expired' as const))
        .else(eb.val('superseded' as const))
        .end(),
    }))
    .where('phone', '=', phone)
    .where('state', '=', 'issued')
    .execute();
}
