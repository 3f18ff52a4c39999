import { randomInt, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { User } from '../../../contract/auth.ts';
import type { Language } from '../../../contract/config.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';

export type UserRow = Selectable<Database['users']>;

/** Each try has a free number with near certainty until tens of millions have one. */
const numberTries = 20;

/** The user of a phone, made where there is none; signing in sets the language. */
export async function registerUser(
  trx: Trx,
  { phone, language, now }: { phone: string; language: Language; now: Date },
): Promise<UserRow> {
  for (let i = 0; i < numberTries; i++) {
    // No error, whichever of the two unique columns is taken: an error would end the transaction.
    const made = await trx
      .insertInto('users')
      .values({
        id: randomUUID(),
        number: String(randomInt(10_000_000, 100_000_000)),
        phone,
        name: null,
        language,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    const user =
      made ??
      (await trx
        .updateTable('users')
        .set({ language })
        .where('phone', '=', phone)
        .returningAll()
        .executeTakeFirst());
    if (user) return user;
  }
  throw new Error('no free user number was found');
}

export function findUser(db: Db, userId: string): Promise<UserRow> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
}

export function presentUser(row: UserRow): User {
  return {
    id: row.number,
    phone: row.phone,
    name: row.name,
    language: row.language,
    createdAt: row.created_at.toISOString(),
  };
}
