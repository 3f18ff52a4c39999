import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';

type Photo = Omit<Selectable<Database['user_photos']>, 'user_id'>;

/** A query that other queries join: the version of each rider's photo. */
export function photoVersions(db: Db) {
  return db.selectFrom('user_photos').select(['user_id', 'version']);
}

/** A rider's photo, which is a WebP file. It is null if the rider has no photo. */
export async function findPhoto(
  db: Db,
  userId: string,
): Promise<Pick<Photo, 'webp' | 'version'> | null> {
  const photo = await db
    .selectFrom('user_photos')
    .select(['webp', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return photo ?? null;
}

/** Stores a rider's photo in place of the previous one. */
export async function storePhoto(db: Db, userId: string, photo: Photo): Promise<void> {
  await db
    .insertInto('user_photos')
    .values({ user_id: userId, ...photo })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(photo))
    .execute();
}

/** Deletes a rider's photo, if there is one. The deletion of an account also calls this function. */
export async function deletePhoto(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('user_photos').where('user_id', '=', userId).execute();
}
