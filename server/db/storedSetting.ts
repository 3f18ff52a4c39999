import type { z } from 'zod';
import type { Db, Trx } from './database.ts';

/**
 * Returns the stored value of a setting. If there is none, the function first stores the value that
 * `make` creates.
 */
export async function storedSetting<T>(
  db: Db | Trx,
  key: string,
  schema: z.ZodType<T>,
  make: () => T,
): Promise<T> {
  await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(make()) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return schema.parse(value);
}

/** The stored value; null if it was never created, or was deleted. */
export async function findStoredSetting<T>(
  db: Db | Trx,
  key: string,
  schema: z.ZodType<T>,
): Promise<T | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row === undefined ? null : schema.parse(row.value);
}

export async function deleteStoredSetting(db: Db | Trx, key: string): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}
