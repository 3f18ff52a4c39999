import { randomBytes } from 'node:crypto';
import type { User } from '../../../contract/auth.ts';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { findUser, lockUser, presentUser } from '../auth/users.ts';
import { squarePhoto } from './squarePhoto.ts';

const photosPerHour = 20;

/**
 * Call this before reading a photo.
 *
 * @throws {ProblemError} `tooManyRequests`.
 */
export async function countPhoto(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  userId: string,
): Promise<void> {
  const limit = { name: 'photo', limit: photosPerHour, windowSeconds: 60 * 60 };
  await countCall(db, limit, userId, clock.now());
}

/** @throws {ProblemError} `imageInvalid`, `unavailable`. */
export async function savePhoto(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  userId: string,
  bytes: Buffer,
): Promise<User> {
  const photo = {
    webp: await squarePhoto(bytes),
    version: randomBytes(12).toString('base64url'),
    created_at: clock.now(),
  };
  return inTransaction(db, async (trx) => {
    await lockUser(trx, userId);
    await trx
      .insertInto('user_photos')
      .values({ user_id: userId, ...photo })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(photo))
      .execute();
    return presentUser(await findUser(trx, userId));
  });
}

/** @throws {ProblemError} `notFound`, if there is none. */
export async function readPhoto(
  db: Db,
  userId: string,
): Promise<{ webp: Buffer; version: string }> {
  const photo = await db
    .selectFrom('user_photos')
    .select(['webp', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!photo) throw new ProblemError('notFound');
  return { webp: Buffer.from(photo.webp), version: photo.version };
}

export async function removePhoto(db: Db, userId: string): Promise<User> {
  await db.deleteFrom('user_photos').where('user_id', '=', userId).execute();
  return presentUser(await findUser(db, userId));
}

/** Deletes a user's photo. */
export async function forgetPhoto(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('user_photos').where('user_id', '=', userId).execute();
}
