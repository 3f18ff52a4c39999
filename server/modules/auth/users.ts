import { randomInt, randomUUID } from 'node:crypto';
import type { Selectable, Updateable } from 'kysely';
import type { CalendarDay, User } from '../../../contract/auth.ts';
import type { Language } from '../../../contract/config.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { ProblemError } from '../../http/problem.ts';

export type UserRow = Selectable<Database['users']> & {
  /** The version of the photo. */
  photo: string | null;
};

/** Without what is mistaken for something else when read aloud or typed. */
const inviteLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const inviteLength = 8;

/** Each try has a free number with near certainty until tens of millions have one. */
const numberTries = 20;

export interface Registration {
  /** Null for who comes with a social account: always a new user. */
  phone: string | null;
  /** Of a new user. */
  name?: string | null;
  language: Language;
  now: Date;
}

/** The user of a phone, made where there is none (`isNew`); signing in sets the language. */
export async function registerUser(
  trx: Trx,
  { phone, name = null, language, now }: Registration,
): Promise<UserRow & { isNew: boolean }> {
  for (let i = 0; i < numberTries; i++) {
    // No error, whichever of the unique columns is taken: an error would end the transaction.
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
    if (user) return { ...(await findUser(trx, user.id)), isNew: made !== undefined };
  }
  throw new Error('no free user number was found');
}

export function findUser(db: Db | Trx, userId: string): Promise<UserRow> {
  return db
    .selectFrom('users')
    .leftJoin('user_photos', 'user_photos.user_id', 'users.id')
    .selectAll('users')
    .select('user_photos.version as photo')
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/**
 * The user, whom nobody else changes or deletes while the transaction lasts.
 *
 * @throws {ProblemError} `signInRequired` where the account was deleted meanwhile.
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
 * Prevents the deletion of the account until the transaction ends. Other transactions may take this lock, too.
 *
 * @throws {ProblemError} `signInRequired` where it was deleted meanwhile.
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
 * Also makes other callers of this function wait for the same rider. Bookings about the rider do not wait.
 *
 * @throws {ProblemError} `signInRequired` where the account was deleted meanwhile.
 */
export async function queueForUser(trx: Trx, userId: string): Promise<void> {
  // A stronger lock would meet itself: the request's own key holds on to the rider's row already.
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new ProblemError('signInRequired');
}

type Profile = Pick<
  Updateable<Database['users']>,
  'phone' | 'name' | 'email' | 'email_confirmed_at' | 'birth_date' | 'language'
>;

/** Changes what is known of a user. */
export async function updateUser(trx: Trx, userId: string, set: Profile): Promise<void> {
  await trx.updateTable('users').set(set).where('id', '=', userId).execute();
}

/** Deletes what is known of a user, but for the number. The caller has locked the user. */
export async function forgetUser(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      phone: null,
      name: null,
      email: null,
      email_confirmed_at: null,
      birth_date: null,
      invite_code: makeInviteCode(),
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
