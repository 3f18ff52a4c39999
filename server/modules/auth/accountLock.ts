import type { Db, Trx } from '../../db/database.ts';
import { ProblemError } from '../../http/problem.ts';

/*
 * An undo link locks an account. The owner of the account uses the link after somebody else changed the account. The
 * account stays locked until the owner signs in by phone, or by a social account if the account has no phone.
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

/**
 * Whether the account is locked and has a phone. If so, the caller refuses a sign-in by a social account, because the
 * owner must sign in by phone first.
 */
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
