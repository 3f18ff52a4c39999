import type { Db, Trx } from '../../db/database.ts';

/** The sign-in methods of an account: its phone, and its social accounts by issuer and subject. */
export async function signInMethodsOf(db: Db | Trx, userId: string): Promise<string[]> {
  const { phone } = await db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const identities = await db
    .selectFrom('identities')
    .select(['issuer', 'subject'])
    .where('user_id', '=', userId)
    .execute();
  const accounts = identities.map(({ issuer, subject }) => `${issuer} ${subject}`);
  return phone === null ? accounts : [phone, ...accounts];
}
