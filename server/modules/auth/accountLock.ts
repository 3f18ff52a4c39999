import type { Db, Trx } from '../../db/database.ts';
import { ProblemError } from '../../http/problem.ts';

/*
 * The owner of an account locks it by undoing somebody else's change. It stays locked until the
 * owner signs in: by the phone, or by a social account if there is no phone.
 */

async function isLocked(db: Db | Trx, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('locked_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** @throws {ProblemError} accountLocked */
export async function refuseLocked(db: Db | Trx, userId: string): Promise<void> {
  if (await isLocked(db, userId)) throw new ProblemError('accountLocked');
}

/** Whether a social account may not sign in, because the phone must do it first. */
export async function waitsForPhone(trx: Trx, userId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('locked_at', 'is not', null)
    .where('phone', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Ends the lock, because the owner has signed in. */
export async function unlock(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ locked_at: null })
    .where('id', '=', userId)
    .where('locked_at', 'is not', null)
    .execute();
}
