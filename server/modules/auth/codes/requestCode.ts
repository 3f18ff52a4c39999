import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CodeIssued, CodeRequest } from '../../../../contract/auth.ts';
import { inTransaction, type Db, type Trx } from '../../../db/database.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { ProblemError } from '../../../http/problem.ts';
import {
  countCall,
  LimitReached,
  uncountCall,
  type RateLimit,
} from '../../../http/limits/rateLimit.ts';
import { CodeProviderError } from '../../../providers/sms/codeProvider.ts';
import { codeLifetimeMs, resendDelayMs, resendMemoryMs } from './codeMachine.ts';
import { knowsPhone } from '../knownDevices.ts';
import { challengeNeeded, isSolved } from './challenge.ts';
import { countDaily, uncountDaily } from './codeCaps.ts';
import { signIn, userOf, type CodePurpose } from './codePurpose.ts';
import type { CodeVault } from './codeSecret.ts';
import { codeText } from './codeText.ts';
import { countSent, passBreaker } from './codeTraffic.ts';
import { limitCodeRate } from './codeRate.ts';
import { parsePhone, type Phone } from '../phone.ts';

const hour = 60 * 60;

/** All known devices of a phone together may request this many codes for it within a day. */
const perKnownDevicesPerDay = 5;

export interface CodeCaller {
  /** The result of `callerNetwork`. */
  network: string;
  /** The hash of the browser's token, as `knownDeviceOf` returns it. */
  device: string | null;
}

/**
 * Sends a code by text message, and returns its id and times. The result is the same for known and
 * unknown numbers. The code itself exists only here and in the message: the database stores its
 * keyed hash, or nothing if the provider checks it. `proveCode` verifies it.
 *
 * A browser that has signed in with this phone before has its own allowance: the codes that others
 * request do not delay or replace its codes.
 *
 * Where an address or a country is over its limit, the app must solve a challenge first.
 *
 * @throws {ProblemError} `phoneInvalid`, `countryNotServed`, `tooManyRequests`, `challengeNeeded`, or
 * `unavailable` if the provider did not accept the message.
 */
export async function requestCode(
  deps: Dependencies,
  vault: CodeVault,
  { phone: typed, language, solution }: CodeRequest,
  caller: CodeCaller,
  purpose: CodePurpose = signIn,
): Promise<CodeIssued> {
  const phone = parsePhone(typed, deps.settings);
  const now = deps.clock.now();
  const device = await knownDevice(deps.db, caller.device, phone, now);
  const limits = limitsOf(deps.settings, phone);
  const { number } = phone;
  const hasSolved =
    device === null &&
    solution !== undefined &&
    (await isSolved(deps.db, deps.settings, { phone: number, solution }, now));
  /** Turns a refusal into a challenge, which the app solves for a sign-in. */
  const orChallenge = async (error: unknown): Promise<never> => {
    if (!(error instanceof ProblemError) || hasSolved || purpose.purpose !== 'signIn') throw error;
    throw await challengeNeeded(deps.db, deps.settings, number, now);
  };
  if (hasSolved) await countCall(deps.db, limits.solved, caller.network, now);
  else if (device === null) {
    await countCall(deps.db, limits.address, caller.network, now).catch(orChallenge);
    await passBreaker(deps, phone.country, now).catch(orChallenge);
  }
  const sent =
    device === null ? [limits.phone, hasSolved ? limits.solvedCountry : limits.country] : [];

  const requestId = randomUUID();
  const code = deps.sms.checks ? null : vault.makeCode();
  const expiresAt = new Date(now.getTime() + codeLifetimeMs);
  const { resendAt, replaces } = await inTransaction(deps.db, async (trx) => {
    // Requests for one phone run one after the other: each has to see the result of the last.
    await sql`select pg_advisory_xact_lock(hashtextextended(${phone.number}, 0))`.execute(trx);
    const before = await earlierCodes(trx, phone.number, device, now);
    // A request that comes too early was refused above: only sent messages count against a phone.
    for (const { whose, ...limit } of sent) await countCall(trx, limit, whose, now);
    const { country } = phone;
    await countDaily(trx, deps.settings.codeLimits, { country, isKnown: device !== null }, now);
    await endingIssued(trx, phone.number, now)
      .where('device', 'is not distinct from', device)
      .execute();
    await trx
      .insertInto('one_time_codes')
      .values({
        id: requestId,
        phone: phone.number,
        language,
        code_hash: code === null ? null : vault.hash(requestId, code),
        purpose: purpose.purpose,
        user_id: userOf(purpose),
        device,
        state: 'issued',
        failures: before.failures,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute();
    const resendAt = new Date(now.getTime() + resendDelayMs(before.count + 1));
    return { resendAt, replaces: before.reference };
  }).catch(async (error: unknown) => {
    if (error instanceof LimitReached && error.limit === limits.country.name) {
      return orChallenge(error);
    }
    throw error;
  });

  try {
    const reference = await send(deps, { to: phone.number, language, code, replaces });
    if (reference !== null) {
      await deps.db
        .updateTable('one_time_codes')
        .set({ carrier_reference: reference })
        .where('id', '=', requestId)
        .execute();
    }
  } catch (error) {
    // Undo the request, so that the next try need not wait.
    await deps.db.deleteFrom('one_time_codes').where('id', '=', requestId).execute();
    for (const { whose, ...limit } of sent) await uncountCall(deps.db, limit, whose, now);
    await uncountDaily(deps.db, deps.settings.codeLimits, phone.country, now);
    throw refusal(deps, error);
  }
  await countSent(deps.db, phone.country, now);
  return { requestId, expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() };
}

/**
 * The device, if it has signed in with the phone before and the allowance is not used up. All devices of the phone
 * share the allowance, because each sign-in can make a new device.
 */
async function knownDevice(
  db: Db,
  device: string | null,
  phone: Phone,
  now: Date,
): Promise<string | null> {
  if (device === null || !(await knowsPhone(db, device, phone.number))) return null;
  const { count } = await db
    .selectFrom('one_time_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('phone', '=', phone.number)
    .where('device', 'is not', null)
    .where('created_at', '>', new Date(now.getTime() - 24 * hour * 1000))
    .executeTakeFirstOrThrow();
  return count < perKnownDevicesPerDay ? device : null;
}

interface Order {
  to: string;
  language: CodeRequest['language'];
  code: string | null;
  replaces: string | null;
}

/** Sends a code. Returns the provider's id of the code; null for a code of the server. */
async function send(
  { sms, settings }: Pick<Dependencies, 'sms' | 'settings'>,
  { to, language, code, replaces }: Order,
): Promise<string | null> {
  if (sms.checks) return sms.send({ to, language, replaces });
  if (code === null) throw new Error('there is no code to send');
  const message = { to, body: codeText(settings, language, code), code };
  await sms.send(message).catch(() => sms.send(message));
  return null;
}

function refusal({ log }: Pick<Dependencies, 'log'>, error: unknown): ProblemError {
  const { reason, retryAfter } =
    error instanceof CodeProviderError
      ? error
      : { reason: 'unavailable' as const, retryAfter: null };
  if (reason === 'unavailable') log.error({ err: error }, 'the SMS provider did not send a code');
  else log.warn({ err: error, reason }, 'the SMS provider refused a code');
  if (reason === 'phoneInvalid' || reason === 'countryNotServed') return new ProblemError(reason);
  return new ProblemError(reason, { retryAfter: retryAfter ?? 5 });
}

/**
 * The limits of code requests. `address` and `solved` count the requests of a caller, also refused ones. The
 * other limits count only sent messages, so that a caller whose requests are refused cannot use up the limit
 * of another rider.
 */
function limitsOf(
  { codeLimits }: Pick<Dependencies['settings'], 'codeLimits'>,
  { number, country }: Phone,
): Record<'address' | 'solved', RateLimit> &
  Record<'phone' | 'country' | 'solvedCountry', RateLimit & { whose: string }> {
  const { perAddressPerHour, perPhonePerDay, perCountryPerHour } = codeLimits;
  const perCountry = { limit: perCountryPerHour, windowSeconds: hour, whose: country };
  return {
    address: { name: 'code:address', limit: perAddressPerHour, windowSeconds: hour },
    // Requests with a solved challenge are also limited, because an attacker can solve challenges, too.
    solved: { name: 'code:solved', limit: 4 * perAddressPerHour, windowSeconds: hour },
    phone: { name: 'code:phone', limit: perPhonePerDay, windowSeconds: 24 * hour, whose: number },
    country: { name: 'code:country', ...perCountry },
    solvedCountry: { name: 'code:solvedCountry', ...perCountry },
  };
}

/** The effect of earlier codes of this phone on the next one. */
interface EarlierCodes {
  /** Codes of the last hour, since the last right answer. */
  count: number;
  failures: number;
  /** The provider's id of the last code, if that may still be pending. */
  reference: string | null;
}

/**
 * Reads the codes of this phone that delay the next one: those of the known device, or those of all
 * other callers. Throws if the next one comes too early.
 */
async function earlierCodes(
  trx: Trx,
  phone: string,
  device: string | null,
  now: Date,
): Promise<EarlierCodes> {
  const rows = await trx
    .selectFrom('one_time_codes')
    .select(['state', 'failures', 'created_at', 'expires_at', 'carrier_reference'])
    .where('phone', '=', phone)
    .where('device', 'is not distinct from', device)
    .where('created_at', '>', new Date(now.getTime() - resendMemoryMs))
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
  const turn = limitCodeRate(rows, now);
  const last = rows[0];
  if (!last) return { ...turn, reference: null };
  const mayWait = last.state !== 'verified' && now.getTime() < last.expires_at.getTime();
  return { ...turn, reference: mayWait ? last.carrier_reference : null };
}

/** Ends the pending codes of a phone. */
export async function endIssuedCode(trx: Trx, phone: string, now: Date): Promise<void> {
  await endingIssued(trx, phone, now).execute();
}

/** The statement that ends the pending codes of a phone. */
function endingIssued(trx: Trx, phone: string, now: Date) {
  return trx
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
    .where('state', '=', 'issued');
}

/** Locks the codes that a rider may be entering right now. */
export async function lockCodesOf(trx: Trx, userId: string): Promise<void> {
  await codesOf(trx, userId).orderBy('id').forUpdate().execute();
}

export async function forgetCodesOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('one_time_codes').where('id', 'in', codesOf(trx, userId)).execute();
}

/** The codes that were sent to a rider, for a sign-in or to a new phone. */
function codesOf(trx: Trx, userId: string) {
  return trx
    .selectFrom('one_time_codes')
    .select('id')
    .where((or) =>
      or.or([
        or('phone', '=', or.selectFrom('users').select('phone').where('id', '=', userId)),
        or('user_id', '=', userId),
      ]),
    );
}
