import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lockText } from '../../db/advisoryLocks.ts';
import type { GuestRequest } from '../../../contract/signIn/auth.ts';
import type { Language } from '../../../contract/config.ts';
import { paths } from '../../../contract/paths.ts';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { ProblemError } from '../../http/problem.ts';
import { readCookie, tokenForm } from '../../http/requests/cookies.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { identifiersOf, refuseBlockedIdentifiers } from './blocks/blocks.ts';
import { challengeNeeded, isSolved } from './codes/challenge.ts';
import { endSessionsOf, hashSessionId, openSession, validSessions } from './session.ts';
import { recordTerms } from './terms.ts';
import { findUser, lockUserByPhone, registerUser, type UserRow } from './users.ts';

/*
 * A guest is a user without a phone, who can only pay for a rental and follow it. A guest becomes a rider by a sign-in.
 * If the phone is new, the same user becomes a rider. If an account has the phone, or if the guest signs in by a social
 * account, that rider's account gets the guest's rentals and payments.
 *
 * The browser of a guest stores a cookie. With this cookie, a guest who has lost the session gets a new session. The
 * cookie also ensures that a browser has at most one guest.
 */

type Site = Pick<Settings, 'publicUrl'>;

const hour = 60 * 60;
const cookieKeptS = 30 * 24 * hour;
/** The server erases a guest who has not used a session for this time, in milliseconds. */
export const guestsKeptMs = cookieKeptS * 1000;
/** The text to which challenges for guests are bound. Challenges for codes are bound to a phone instead. */
const challenged = 'guest';

const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith('https:');
const nameOf = (site: Site) => (isSecure(site) ? '__Secure-guest' : 'guest');

/**
 * The token by which the server recognises the guest of this browser: the token in the cookie, or a
 * new token. The database stores only the hash.
 */
export function guestToken(request: FastifyRequest, site: Site): { token: string; hash: string } {
  const token =
    readCookie(request.headers, nameOf(site), tokenForm) ?? randomBytes(32).toString('base64url');
  return { token, hash: createHash('sha256').update(token).digest('base64url') };
}

export function keepGuestToken(reply: FastifyReply, site: Site, token: string): void {
  const scope = `Path=${paths.guests}; SameSite=Strict${isSecure(site) ? '; Secure' : ''}`;
  reply.header(
    'set-cookie',
    `${nameOf(site)}=${token}; Max-Age=${cookieKeptS}; HttpOnly; ${scope}`,
  );
}

interface GuestCaller {
  /** The result of `callerNetwork`. */
  network: string;
  /** The hash of the browser's token. */
  browser: string;
  /** The name from `describeDevice`. */
  device: string;
}

/**
 * Opens a session for a guest. A caller must solve a challenge if the caller's address is above its limit.
 *
 * @throws {ProblemError} `challengeNeeded`, `tooManyRequests`, `accountBlocked`.
 */
export async function openGuestSession(
  deps: Pick<Dependencies, 'db' | 'clock' | 'settings'>,
  { language, solution }: GuestRequest,
  caller: GuestCaller,
): Promise<{ sessionId: string; user: UserRow; isNew: boolean }> {
  const now = deps.clock.now();
  await countGuest(deps, solution, caller.network, now);
  return inTransaction(deps.db, async (trx) => {
    // With this lock, concurrent calls of one browser get the same guest.
    await lockText(trx, 'guestBrowser', caller.browser);
    const known = await lockGuestOf(trx, caller.browser);
    // A blocked guest who already exists gets a session, because the guest may still have to return a charger.
    // `startRental` refuses the next rental.
    if (known === null) {
      await refuseBlockedIdentifiers(
        trx,
        await identifiersOf(trx, deps.settings, { device: caller.browser }),
      );
    }
    const user = known
      ? { ...(await findUser(trx, known)), isNew: false }
      : await registerUser(trx, { phone: null, language, now, guestDevice: caller.browser });
    await recordTerms(trx, user.id, now);
    const { device } = caller;
    const sessionId = await openSession(trx, { userId: user.id, device, now, isGuest: true });
    return { sessionId, user, isNew: user.isNew };
  });
}

async function countGuest(
  { db, settings }: Pick<Dependencies, 'db' | 'settings'>,
  solution: string | undefined,
  network: string,
  now: Date,
): Promise<void> {
  const limit = settings.codeLimits.perAddressPerHour;
  const proof = solution === undefined ? null : { phone: challenged, solution };
  if (proof && (await isSolved(db, settings, proof, now))) {
    const solved = { name: 'guest:solved', limit: 4 * limit, windowSeconds: hour };
    return countCall(db, solved, network, now);
  }
  const address = { name: 'guest:address', limit, windowSeconds: hour };
  return countCall(db, address, network, now).catch(async (error: unknown) => {
    if (!(error instanceof ProblemError)) throw error;
    throw await challengeNeeded(db, settings, challenged, now);
  });
}

/**
 * Finds and locks the guest of a browser. The lock waits for a concurrent sign-in of this guest.
 * After the sign-in the user is no longer a guest, so the function returns null. Otherwise a rider
 * could get a guest's session.
 */
async function lockGuestOf(trx: Trx, browser: string): Promise<string | null> {
  const guest = await guests(trx)
    .where('guest_device', '=', browser)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return guest?.id ?? null;
}

function guests(trx: Trx) {
  return trx
    .selectFrom('users')
    .select('users.id')
    .where('users.is_guest', '=', true)
    .where('users.deleted_at', 'is', null);
}

/**
 * The id of the guest of a valid session; null without a session id, for an invalid session, and for a rider's session.
 * The function does not lock the guest, so a concurrent sign-in may still change the guest.
 */
export async function guestOfSession(
  trx: Trx,
  sessionId: string | null,
  now: Date,
): Promise<string | null> {
  if (sessionId === null) return null;
  const idHash = hashSessionId(sessionId);
  const guest = await guests(trx)
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .where('sessions.is_guest', '=', true)
    .where('sessions.id_hash', '=', idHash)
    .where('sessions.id_hash', 'in', validSessions(trx, now))
    .executeTakeFirst();
  return guest?.id ?? null;
}

/** Moves a guest's data to an account, in the transaction of the sign-in. The caller has locked both users. */
export type MoveGuest = (work: UnitOfWork, guestId: string, userId: string) => Promise<void>;

/**
 * Signs in with a phone in a guest's session. If no account has the phone, the guest becomes the rider. Otherwise the
 * account gets the guest's data. If the user is no longer a guest, the sign-in ignores the guest's session.
 *
 * @throws {ProblemError} the errors of `moveGuest`.
 */
export async function signInGuest(
  work: UnitOfWork,
  moveGuest: MoveGuest,
  guestId: string,
  { phone, language }: { phone: string; language: Language },
): Promise<UserRow & { isNew: boolean }> {
  const { trx, now } = work;
  const known = await lockUserByPhone(trx, phone);
  if (known !== null) {
    await mergeGuest(work, moveGuest, guestId, known);
    return registerUser(trx, { phone, language, now });
  }
  // A concurrent sign-in may have made this guest a rider with another phone, or may have moved the
  // guest's data to an account. So the function reads the guest again, with a lock. The later
  // update of the phone needs the strongest lock, so the function takes this lock now. A weaker
  // lock that becomes stronger later could deadlock with the start of a rental.
  const guest = await guests(trx).where('id', '=', guestId).forUpdate().executeTakeFirst();
  if (!guest) return registerUser(trx, { phone, language, now });
  await trx
    .updateTable('users')
    .set({ phone, language, is_guest: false, guest_device: null })
    .where('id', '=', guestId)
    .execute();
  await recordTerms(trx, guestId, now);
  work.sessionsEnded(await endSessionsOf(trx, guestId, now));
  return { ...(await findUser(trx, guestId)), isNew: true };
}

/**
 * Moves a guest's data to an account, which the caller has locked. The guest's row stays, because the provider stores
 * the guest's cards under the guest's id.
 */
export async function mergeGuest(
  work: UnitOfWork,
  moveGuest: MoveGuest,
  guestId: string,
  userId: string,
): Promise<void> {
  const { trx, now } = work;
  // The lock stops new rentals of the guest. The lock is weak on purpose, so that transactions with
  // ledger entries and notifications of the guest need not wait. Such a transaction already has the
  // lock of a rental, so a wait could cause a deadlock.
  const guest = await guests(trx).where('id', '=', guestId).forNoKeyUpdate().executeTakeFirst();
  if (!guest) return;
  await moveGuest(work, guestId, userId);
  // This update needs no stronger lock, although `guest_device` is unique: the unique index is partial, so no foreign
  // key can refer to the column.
  await trx
    .updateTable('users')
    .set({ guest_device: null, merged_into: userId, deleted_at: now })
    .where('id', '=', guestId)
    .execute();
  work.sessionsEnded(await endSessionsOf(trx, guestId, now));
}

/** The ids of the guests whose data moved to this account. */
export async function guestsMergedInto(trx: Trx, userId: string): Promise<string[]> {
  const guests = await trx
    .selectFrom('users')
    .select('id')
    .where('merged_into', '=', userId)
    .execute();
  return guests.map(({ id }) => id);
}

/** The ids of the guests who have used no session for `guestsKeptMs`. Their cookies have expired. */
export async function oldGuests(db: Db, now: Date): Promise<string[]> {
  const before = addMs(now, -guestsKeptMs);
  const guests = await db
    .selectFrom('users')
    .select('id')
    .where('is_guest', '=', true)
    .where('deleted_at', 'is', null)
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sessions')
            .select('id_hash')
            .whereRef('user_id', '=', 'users.id')
            .where('last_seen_at', '>=', before),
        ),
      ),
    )
    .execute();
  return guests.map(({ id }) => id);
}
