import type { Db } from '../../db/database.ts';

/** Query for other queries to join: how to address each rider whose account is not deleted. */
export function riderContacts(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'phone', 'email', 'email_confirmed_at', 'language'])
    .where('deleted_at', 'is', null);
}
