import { randomBytes } from 'node:crypto';
import type { User } from '../../../contract/signIn/auth.ts';
import { inTransaction, type Db } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { findUser, lockUser, presentUser } from '../auth/users.ts';
import { deletePhoto, findPhoto, storePhoto } from '../photos/photoRecords.ts';
import { squarePhoto } from './squarePhoto.ts';

const photosPerHour = 20;

/**
 * Counts an upload against the rider's limit. Call this function before you read the photo from the request.
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
    await storePhoto(trx, userId, photo);
    return presentUser(await findUser(trx, userId));
  });
}

/** @throws {ProblemError} `notFound` if there is no photo. */
export async function readPhoto(
  db: Db,
  userId: string,
): Promise<{ webp: Buffer; version: string }> {
  const photo = await findPhoto(db, userId);
  if (!photo) throw new ProblemError('notFound');
  return { webp: Buffer.from(photo.webp), version: photo.version };
}

export function removePhoto(db: Db, userId: string): Promise<User> {
  return inTransaction(db, async (trx) => {
    await deletePhoto(trx, userId);
    return presentUser(await findUser(trx, userId));
  });
}
