import type { Db } from '../../db/database.ts';

/*
 * Queries for other queries to join; each has the rider's id. PostgreSQL plans a join with one of
 * them like a join with the table.
 */

/** The riders whose accounts are not deleted, with the time of the registration. */
export function registeredRiders(db: Db) {
  return db.selectFrom('users').select(['id', 'created_at']).where('deleted_at', 'is', null);
}

/** The phone, email address and language of each rider whose account is not deleted. */
export function riderContacts(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'phone', 'email', 'email_confirmed_at', 'language'])
    .where('deleted_at', 'is', null);
}

/** The name of each rider; null for a deleted account. */
export function riderNames(db: Db) {
  return db.selectFrom('users').select(['id', 'name']);
}

/** The time of each registration, also of deleted accounts. */
export function registrationTimes(db: Db) {
  return db.selectFrom('users').select(['id', 'created_at']);
}
