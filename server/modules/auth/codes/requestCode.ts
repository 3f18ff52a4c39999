import { randomUUID } from 'node:crypto';
import { lockText } from '../../../db/advisoryLocks.ts';
import type { CodeIssued, CodeRequest } from '../../../../contract/signIn/auth.ts';
import { inTransaction, type Db, type Trx } from '../../../db/database.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { ProblemError } from '../../../http/problem.ts';
import {
  countCall,
  isUsedUp,
  LimitReached,
  uncountCall,
  type RateLimit,
} from '../../../http/limits/rateLimit.ts';
import { codeLifetimeMs, resendDelayMs } from './codeMachine.ts';
import { refuseBlockedPhone } from '../blocks/blockedRiders.ts';
import { knowsPhone } from '../knownDevices.ts';
import { challengeNeeded, isSolved } from './challenge.ts';
import { countDaily, uncountDaily } from './codeCaps.ts';
import { signIn, userOf, type CodePurpose } from './codePurpose.ts';
import type { CodeVault } from './codeSecret.ts';
import { countSent, passBreaker } from './codeTraffic.ts';
import { earlierCodes, hasEarlierCode, replacePendingCode, type Asking } from './pendingCodes.ts';
import { sendCode, UnsentCode } from './sendCode.ts';
import { parsePhone, type Phone } from '../phone.ts';

const hour = 60 * 60;

/**
 * The maximum number of codes within a day, for all known devices of a phone together. A rider may request the same
 * number of codes for proofs.
 */
const ownPerDay = 5;

/** The nil UUID, which no rider has as id. */
const nobody = '00000000-0000-0000-0000-000000000000';

export interface CodeCaller {
  /** The result of `callerNetwork`. */
  network: string;
  /** The hash of the browser's token; null for a signed-in rider. */
  browser: string | null;
}

/** Whether a rider has an open rental or an unpaid order. */
export type HasUnfinished = (trx: Trx, userId: string) => Promise<boolean>;

/**
 * Sends a code by text message. Returns the id of the request, the expiry of the code, and the earliest time of the
 * next request. The result does not reveal whether the number is known. The code is readable only in this function and
 * in the message. The database stores the keyed hash of the code. `proveCode` verifies the code.
 *
 * Each browser has its own code for a sign-in, and each rider has a separate code for a proof. Requests of other
 * callers do not replace these codes. A known device has a separate allowance of codes, and so has a rider who needs a
 * proof. Codes that other callers request do not delay the codes of such an allowance.
 *
 * A blocked phone gets a code only in two cases: for the sign-in of a rider who must still return a charger or pay
 * (`hasUnfinished`), and for a proof, because a signed-in rider may need the proof to delete the account.
 *
 * If an address or a country is above its limit, a sign-in needs a solved challenge first, and any other request is
 * refused. These limits do not apply to a separate allowance.
 *
 * @throws {ProblemError} `phoneInvalid`, `countryNotServed`, `tooManyRequests`, `challengeNeeded`, `accountBlocked`, or
 * `unavailable` if the provider did not accept the message or did not answer.
 */
export async function requestCode(
  deps: Dependencies,
  vault: CodeVault,
  { phone: typed, language, solution }: CodeRequest,
  caller: CodeCaller,
  purpose: CodePurpose = signIn,
  hasUnfinished: HasUnfinished = async () => false,
): Promise<CodeIssued> {
  const phone = parsePhone(typed, deps.settings);
  const now = deps.clock.now();
  const { number } = phone;
  const base: Asking = { phone: number, purpose, browser: caller.browser, device: null };
  const limits = limitsOf(deps.settings, phone, purpose);
  const isOwn =
    (await mayUseOwnAllowance(deps.db, base)) &&
    !(await isUsedUp(deps.db, limits.own, number, now));
  const asking = isOwn ? { ...base, device: caller.browser } : base;
  const hasSolved =
    !isOwn &&
    solution !== undefined &&
    (await isSolved(deps.db, deps.settings, { phone: number, solution }, now));
  /** Instead of a refusal, a sign-in gets a challenge, which the app then solves. */
  const orChallenge = async (error: unknown): Promise<never> => {
    if (!(error instanceof ProblemError) || hasSolved || purpose.purpose !== 'signIn') throw error;
    throw await challengeNeeded(deps.db, deps.settings, number, now);
  };
  if (hasSolved) await countCall(deps.db, limits.solved, caller.network, now);
  else if (!isOwn) {
    await countCall(deps.db, limits.address, caller.network, now).catch(orChallenge);
    await passBreaker(deps, phone.country, now).catch(orChallenge);
  }
  const perMessage = isOwn
    ? [limits.own]
    : [limits.phone, hasSolved ? limits.solvedCountry : limits.country];

  const requestId = randomUUID();
  const code = vault.makeCode();
  const expiresAt = new Date(now.getTime() + codeLifetimeMs);
  const { resendAt, hasEarlier } = await inTransaction(deps.db, async (trx) => {
    // Requests for the same phone run one after the other, because each request depends on the codes of the earlier
    // requests.
    await lockText(trx, 'codeAddress', number);
    if (!(await mustFinish(trx, number, purpose, hasUnfinished))) {
      await refuseBlockedPhone(trx, deps.settings, number);
    }
    const before = await earlierCodes(trx, asking, now);
    // These limits count after `earlierCodes`, which refuses early requests. So only sent messages count against a
    // phone.
    for (const { whose, ...limit } of perMessage) await countCall(trx, limit, whose, now);
    const { country } = phone;
    await countDaily(trx, deps.settings.codeLimits, { country, isOwn }, now);
    const hasEarlier = await hasEarlierCode(trx, number, now);
    await replacePendingCode(trx, asking, now);
    await trx
      .insertInto('one_time_codes')
      .values({
        id: requestId,
        phone: number,
        language,
        code_hash: vault.hash(requestId, code),
        purpose: purpose.purpose,
        user_id: userOf(purpose),
        browser: asking.browser,
        device: asking.device,
        state: 'issued',
        failures: before.failures,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute();
    const resendAt = new Date(now.getTime() + resendDelayMs(before.count + 1));
    return { resendAt, hasEarlier };
  }).catch(async (error: unknown) => {
    if (error instanceof LimitReached && error.limit === limits.country.name) {
      return orChallenge(error);
    }
    // Concurrent requests used up the caller's own allowance meanwhile. The common limits apply to the next request.
    if (error instanceof LimitReached && error.limit === limits.own.name) {
      throw new ProblemError('tooManyRequests', { retryAfter: 1 });
    }
    throw error;
  });

  let reference: string | null;
  try {
    reference = await sendCode(deps, { to: number, language, code, hasEarlier });
  } catch (error) {
    // If the message may have been sent, it may cost money. So it counts, and the rider must wait before the next code.
    if (error instanceof UnsentCode && error.mayBeSent) {
      const retryAfter = Math.ceil((resendAt.getTime() - now.getTime()) / 1000);
      throw new ProblemError(error.code, { retryAfter });
    }
    // The server deletes the request, so that the rider can try again at once.
    await deps.db.deleteFrom('one_time_codes').where('id', '=', requestId).execute();
    for (const { whose, ...limit } of perMessage) await uncountCall(deps.db, limit, whose, now);
    await uncountDaily(deps.db, deps.settings.codeLimits, phone.country, now);
    throw error;
  }
  // The provider has accepted the message, so the request must succeed even if these writes fail.
  await noteSent(deps.db, { requestId, reference, country: phone.country }, now).catch(
    (error: unknown) => deps.log.error({ err: error }, 'a sent code was not recorded'),
  );
  return { requestId, expiresAt: expiresAt.toISOString(), resendAt: resendAt.toISOString() };
}

/**
 * Whether the caller has a separate allowance of codes, because the code is for a proof or the browser is a known
 * device.
 */
async function mayUseOwnAllowance(db: Db, { phone, purpose, browser }: Asking): Promise<boolean> {
  if (purpose.purpose === 'stepUp') return true;
  return browser !== null && (await knowsPhone(db, browser, phone));
}

/** Whether a code must also reach a blocked phone. */
async function mustFinish(
  trx: Trx,
  phone: string,
  { purpose }: CodePurpose,
  hasUnfinished: HasUnfinished,
): Promise<boolean> {
  if (purpose !== 'signIn') return purpose === 'stepUp';
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirst();
  // The check also runs for a phone without an account, so that the response time does not reveal whether the phone has
  // an account.
  return hasUnfinished(trx, user?.id ?? nobody);
}

async function noteSent(
  db: Db,
  sent: { requestId: string; reference: string | null; country: string },
  now: Date,
): Promise<void> {
  if (sent.reference !== null) {
    await db
      .updateTable('one_time_codes')
      .set({ carrier_reference: sent.reference })
      .where('id', '=', sent.requestId)
      .execute();
  }
  await countSent(db, sent.country, now);
}

/**
 * The limits of code requests. `address` and `solved` also count refused requests. The other limits count only sent
 * messages, so that refused requests cannot use up another rider's limit. `own` is the allowance for the rider's
 * proofs, or the allowance that all known devices of the phone share. The devices share it, because each sign-in can
 * create another known device.
 */
function limitsOf(
  { codeLimits }: Pick<Dependencies['settings'], 'codeLimits'>,
  { number, country }: Phone,
  { purpose }: CodePurpose,
): Record<'address' | 'solved', RateLimit> &
  Record<'own' | 'phone' | 'country' | 'solvedCountry', RateLimit & { whose: string }> {
  const { perAddressPerHour, perPhonePerDay, perCountryPerHour } = codeLimits;
  const perCountry = { limit: perCountryPerHour, windowSeconds: hour, whose: country };
  return {
    address: { name: 'code:address', limit: perAddressPerHour, windowSeconds: hour },
    // Requests with a solved challenge have a limit, because an attacker can solve challenges, too.
    solved: { name: 'code:solved', limit: 4 * perAddressPerHour, windowSeconds: hour },
    own: {
      name: purpose === 'stepUp' ? 'code:ownProof' : 'code:own',
      limit: ownPerDay,
      windowSeconds: 24 * hour,
      whose: number,
    },
    phone: { name: 'code:phone', limit: perPhonePerDay, windowSeconds: 24 * hour, whose: number },
    country: { name: 'code:country', ...perCountry },
    solvedCountry: { name: 'code:solvedCountry', ...perCountry },
  };
}
