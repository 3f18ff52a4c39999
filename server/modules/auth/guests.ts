import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lockText } from '../../db/advisoryLocks.ts';
import type { GuestRequest } from '../../../contract/auth.ts';
import type { Language } from '../../../contract/config.ts';
import { paths } from '../../../contract/paths.ts';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { ProblemError } from '../../http/problem.ts';
import { readCookie, tokenForm } from '../../http/requests/cookies.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs, type UnitOfWork } from '../../unitOfWork.ts';
import { marksOf, refuseMarked } from './blocks/blocks.ts';
import { challengeNeeded, isSolved } from './codes/challenge.ts';
import { endSessionsOf, hashSessionId, openSession, validSessions } from './session.ts';
import { recordTerms } from './terms.ts';
import { findUser, lockUserByPhone, registerUser, type UserRow } from './users.ts';

/*
 * A guest is a user without a phone, who can only pay for a rental and follow it. A guest becomes a rider with
 * a sign-in: a new phone belongs to the same user, and an existing account gets what the guest has.
 *
 * The browser of a guest keeps a cookie. So a guest whose session is lost gets a session again, and a browser
 * has at most one guest.
 */

type Site = Pick<Settings, 'publicUrl'>;

const hour = 60 * 60;
const cookieKeptS = 30 * 24 * hour;
/** If a guest uses no session for this time, in milliseconds, the server erases the guest. */
export const guestsKeptMs = cookieKeptS * 1000;
/** Challenges for codes are bound to a phone. Challenges for guests are bound to this text instead. */
const challenged = 'guest';

const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith('https:');
const nameOf = (site: Site) => (isSecure(site) ? '__Secure-guest' : 'guest');

/** The browser's token as a guest: its existing token, or a new token. The database stores only the hash. */
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
 * Opens a session for a guest. A caller above the limit of its address must solve a challenge.
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
    // Concurrent calls of one browser get the same guest.
    await lockText(trx, 'guestBrowser', caller.browser);
    const known = await lockGuestOf(trx, caller.browser);
    // A known guest may still have to return a charger, and `startRental` refuses the next rental.
    if (known === null) {
      await refuseMarked(trx, await marksOf(trx, deps.settings, { device: caller.browser }));
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
 * The guest of a browser. The lock waits for a sign-in of this guest, after which there is no such guest, so no
 * rider gets the session of a guest.
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
 * The guest of a session that is still valid. The result is null for all other sessions. The guest may sign in
 * before the caller locks the guest.
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

/** Moves what a guest has to an account, in the transaction of the sign-in. Both users are locked. */
export type MoveGuest = (work: UnitOfWork, guestId: string, userId: string) => Promise<void>;

/**
 * The rider with a phone, after a sign-in in a guest's session. A guest with a new phone becomes the rider. The
 * account of a known phone gets what the guest has. If the user is no longer a guest, the sign-in is a usual one.
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
  // Another code may have made this guest a rider with another phone, or a part of an account. The update of the
  // phone needs the strongest lock. A weaker lock before it could deadlock with a start of a rental.
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
 * Moves what a guest has to an account, which the caller has locked. The guest's row stays, because the
 * provider keeps the guest's cards under it.
 */
export async function mergeGuest(
  work: UnitOfWork,
  moveGuest: MoveGuest,
  guestId: string,
  userId: string,
): Promise<void> {
  const { trx, now } = work;
  // The lock stops new rentals of the guest. It does not stop ledger entries and notifications, because they
  // belong to transactions that hold the lock of a rental.
  const guest = await guests(trx).where('id', '=', guestId).forNoKeyUpdate().executeTakeFirst();
  if (!guest) return;
  await moveGuest(work, guestId, userId);
  // `guest_device` has a partial unique index, which no foreign key can refer to, so this stays a weak lock.
  await trx
    .updateTable('users')
    .set({ guest_device: null, merged_into: userId, deleted_at: now })
    .where('id', '=', guestId)
    .execute();
  work.sessionsEnded(await endSessionsOf(trx, guestId, now));
}

/** The guests who became part of an account. */
export async function guestsMergedInto(trx: Trx, userId: string): Promise<string[]> {
  const guests = await trx
    .selectFrom('users')
    .select('id')
    .where('merged_into', '=', userId)
    .execute();
  return guests.map(({ id }) => id);
}

/** The guests who have not used a session for so long that their browsers have forgotten them. */
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
