import type { Db, Trx } from '../../db/database.ts';
import { identitiesOf } from './linkedIdentities.ts';

/**
 * The sign-in methods of an account: its phone, and its social accounts. An issuer and a subject identify a
 * social account.
 */
export async function signInMethodsOf(db: Db | Trx, userId: string): Promise<string[]> {
  const { phone } = await db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const identities = await identitiesOf(db, userId);
  const accounts = identities.map(({ issuer, subject }) => `${issuer} ${subject}`);
  return phone === null ? accounts : [phone, ...accounts];
}
