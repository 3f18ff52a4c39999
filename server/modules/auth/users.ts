import { randomInt, randomUUID } from 'node:crypto';
import type { Selectable, Updateable } from 'kysely';
import type { CalendarDay, User } from '../../../contract/signIn/auth.ts';
import type { Language } from '../../../contract/config.ts';
import { normalInvite } from '../../../contract/rules/promotions/inviteCode.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { ProblemError } from '../../http/problem.ts';
import { photoVersions } from '../photos/photoRecords.ts';
import { recordTerms } from './terms.ts';

export type UserRow = Selectable<Database['users']> & {
  /** The version of the photo. It is null if the rider has no photo. */
  photo: string | null;
};

/** The alphabet omits letters and digits that people easily confuse when they read or type them. */
const inviteLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const inviteLength = 8;

/**
 * How many random numbers are tried for a new user. With tens of millions of users, at least one of the numbers is
 * almost certainly free.
 */
const numberTries = 20;

export interface Registration {
  /**
   * Null for a new guest, and for a sign-in with a new social account. In both cases, `registerUser` creates a new
   * user.
   */
  phone: string | null;
  /** The name of a new user. */
  name?: string | null;
  language: Language;
  now: Date;
  /** The hash of the cookie of a guest's browser; only for a new guest. */
  guestDevice?: string;
}

/**
 * Returns the user with this phone. If no user has this phone, or if `phone` is null, creates a user,
 * and `isNew` is true. Each sign-in also sets the language of the user.
 */
export async function registerUser(
  trx: Trx,
  { phone, name = null, language, now, guestDevice }: Registration,
): Promise<UserRow & { isNew: boolean }> {
  for (let i = 0; i < numberTries; i++) {
    // The statement inserts nothing if any unique column conflicts, because an error would abort the transaction.
    const made = await trx
      .insertInto('users')
      .values({
        id: randomUUID(),
        number: String(randomInt(10_000_000, 100_000_000)),
        phone,
        name,
        invite_code: makeInviteCode(),
        language,
        created_at: now,
        is_guest: guestDevice !== undefined,
        guest_device: guestDevice ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    const user =
      made ??
      (await trx
        .updateTable('users')
        .set({ language })
        .where('phone', '=', phone)
        .returning('id')
        .executeTakeFirst());
    if (user) {
      await recordTerms(trx, user.id, now);
      return { ...(await findUser(trx, user.id)), isNew: made !== undefined };
    }
  }
  throw new Error('no free user number was found');
}

export function findUser(db: Db | Trx, userId: string): Promise<UserRow> {
  return db
    .selectFrom('users')
    .leftJoin(photoVersions(db).as('photo'), 'photo.user_id', 'users.id')
    .selectAll('users')
    .select('photo.version as photo')
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/**
 * Locks and returns the user. Nobody else can change or delete the user until the transaction ends.
 *
 * @throws {ProblemError} `signInRequired` if the account was deleted before the lock.
 */
export async function lockUser(trx: Trx, userId: string): Promise<Selectable<Database['users']>> {
  const user = await trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw new ProblemError('signInRequired');
  return user;
}

/**
 * Prevents the deletion of the account until the transaction ends. Several transactions can have this lock
 * at the same time.
 *
 * @throws {ProblemError} `signInRequired` if the account was deleted before the lock.
 */
export async function lockUserAgainstDeletion(trx: Trx, userId: string): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!user) throw new ProblemError('signInRequired');
}

/**
 * Prevents the deletion of the account until the transaction ends. Until then, other callers of this function for the
 * same rider wait. Ledger entries about the rider do not wait.
 *
 * @throws {ProblemError} `signInRequired` if the account was deleted before the lock.
 */
export async function queueForUser(trx: Trx, userId: string): Promise<void> {
  // A stronger lock would make other requests of the rider wait, because their idempotency keys refer to the rider's
  // row.
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new ProblemError('signInRequired');
}

/**
 * Locks several riders, each like `queueForUser`. The function locks the riders in the order of their ids, so that
 * concurrent callers do not deadlock. A deleted account is no error.
 *
 * @returns the ids of the riders whose accounts are not deleted.
 */
export async function queueForUsers(trx: Trx, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...userIds])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * The id of the user who has this phone; null if there is none. The function locks the account, so
 * that nobody deletes it before the transaction ends. Ledger entries about the rider do not wait
 * for this lock.
 */
export async function lockUserByPhone(trx: Trx, phone: string): Promise<string | null> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return user?.id ?? null;
}

/** The hash of the cookie of a guest's browser; null for a rider. */
export async function guestDeviceOf(db: Db, userId: string): Promise<string | null> {
  const guest = await db
    .selectFrom('users')
    .select('guest_device')
    .where('id', '=', userId)
    .executeTakeFirst();
  return guest?.guest_device ?? null;
}

type Inviter = Pick<Selectable<Database['users']>, 'id' | 'phone'>;

/**
 * The rider who has this invite code. Spelling variants of the typed code are accepted. The result
 * is null for an unknown code.
 */
export async function findInviter(db: Db, inviteCode: string): Promise<Inviter | null> {
  return (await inviterBy(db, inviteCode).executeTakeFirst()) ?? null;
}

/**
 * Finds a rider like `findInviter`. Other callers of this function and of `queueForUser` for the same rider
 * wait until the transaction ends.
 */
export async function queueForInviter(trx: Trx, inviteCode: string): Promise<Inviter | null> {
  return (await inviterBy(trx, inviteCode).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

function inviterBy(db: Db, inviteCode: string) {
  return (
    db
      .selectFrom('users')
      .select(['id', 'phone'])
      .where('invite_code', '=', normalInvite(inviteCode))
      // A guest earns no rewards.
      .where('is_guest', '=', false)
      .where('deleted_at', 'is', null)
  );
}

/** Whether another rider has this phone. */
export async function isPhoneTaken(db: Db, phone: string, userId: string): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .where('id', '<>', userId)
    .executeTakeFirst();
  return other !== undefined;
}

type Profile = Pick<
  Updateable<Database['users']>,
  'phone' | 'phone_changed_at' | 'name' | 'email' | 'email_confirmed_at' | 'birth_date' | 'language'
>;

/** Changes a user's data. */
export async function updateUser(trx: Trx, userId: string, set: Profile): Promise<void> {
  await trx.updateTable('users').set(set).where('id', '=', userId).execute();
}

/**
 * Deletes the personal data in a user's row, and marks the account as deleted. The invite code is replaced. The number
 * and the language stay. The caller has locked the user.
 */
export async function forgetUser(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      phone: null,
      phone_changed_at: null,
      name: null,
      email: null,
      email_confirmed_at: null,
      birth_date: null,
      invite_code: makeInviteCode(),
      guest_device: null,
      deleted_at: now,
    })
    .where('id', '=', userId)
    .execute();
}

export function presentUser(row: UserRow): User {
  return {
    id: row.number,
    phone: row.phone,
    name: row.name,
    email: row.email,
    emailConfirmed: row.email_confirmed_at !== null,
    birthDate: row.birth_date === null ? null : parseDay(row.birth_date),
    photo: row.photo,
    inviteCode: row.invite_code,
    language: row.language,
    createdAt: row.created_at.toISOString(),
  };
}

function parseDay(text: string): CalendarDay {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { year, month, day };
}

function makeInviteCode(): string {
  const letters = Array.from(
    { length: inviteLength },
    () => inviteLetters[randomInt(inviteLetters.length)],
  );
  return letters.join('');
}
