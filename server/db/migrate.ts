import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import * as first from './migrations/0001-first.ts';

/** In order; imported rather than searched for, so that types and bundlers see them. */
const migrations: Record<string, Migration> = {
  '0001-first': first,
};

/** Brings the tables up to date. On PostgreSQL an advisory lock lets one process at a time do it. */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('the database could not be migrated', { cause: error });
}
