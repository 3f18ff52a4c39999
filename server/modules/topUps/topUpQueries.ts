import type { Db } from '../../db/database.ts';

/** A query for other queries to join: the ids of all top-ups. */
export function allTopUps(db: Db) {
  return db.selectFrom('top_ups').select('id');
}
