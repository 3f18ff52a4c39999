import type { Db } from '../../db/database.ts';

/*
 * Other modules join these subqueries by the rider's id. PostgreSQL plans such a join like a join with the table
 * itself.
 */

/** The riders and guests whose accounts are not deleted, with the times of their registrations. */
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

/** The number and the language of each rider, also of deleted accounts. */
export function riderNumbers(db: Db) {
  return db.selectFrom('users').select(['id', 'number', 'language']);
}

/** The data of riders for operators, also of deleted accounts. The caller must mask `phone` and `email`. */
export function ridersForOperators(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'number', 'phone', 'name', 'email', 'language', 'created_at', 'deleted_at'])
    .select(['is_guest', 'guest_device']);
}

/** The name of each rider. The name of a deleted account is null. */
export function riderNames(db: Db) {
  return db.selectFrom('users').select(['id', 'name']);
}

/** The time of each registration, including those of guests and of deleted accounts. */
export function registrationTimes(db: Db) {
  return db.selectFrom('users').select(['id', 'created_at']);
}
