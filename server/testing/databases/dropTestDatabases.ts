import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../db/database.ts';
import { testPostgresUrl } from '../../settings/settings.ts';

/**
 * Gives this run of the tests a name. The tests of a run reuse databases on PostgreSQL. After the
 * run, drops these databases.
 */
export default function nameRun({ provide }: TestProject): () => Promise<void> {
  const run = `test_run_${randomBytes(6).toString('hex')}`;
  provide('testRun', run);
  return async () => {
    const { db, close } = openPostgres(testPostgresUrl());
    try {
      const { rows } = await sql<{ datname: string }>`
        select datname from pg_database where datname like ${`${run}%`}`.execute(db);
      for (const { datname } of rows) {
        await sql`drop database ${sql.id(datname)} with (force)`.execute(db);
      }
    } catch {
      // The usual cause is that PostgreSQL does not run here. Then there are no databases to drop.
    } finally {
      await close();
    }
  };
}
