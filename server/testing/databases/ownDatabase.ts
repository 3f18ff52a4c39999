import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { openDatabase, openPostgres, type OpenDatabase } from '../../db/database.ts';
import { testPostgresUrl } from '../../settings/settings.ts';

export interface OwnDatabase extends OpenDatabase {
  /** The address of the database; null for the embedded database. */
  url: string | null;
}

/** Creates a separate database. `close` also removes it. */
export async function createOwnDatabase(engine: 'pglite' | 'postgres'): Promise<OwnDatabase> {
  if (engine === 'pglite') {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
    return {
      db,
      url: null,
      async close() {
        await close();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  }
  const server = openPostgres(testPostgresUrl());
  const name = `bench_${randomBytes(6).toString('hex')}`;
  await sql`create database ${sql.id(name)}`.execute(server.db);
  const url = new URL(testPostgresUrl());
  url.pathname = `/${name}`;
  const { db, close } = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  return {
    db,
    url: url.href,
    async close() {
      await close();
      await sql`drop database ${sql.id(name)} with (force)`.execute(server.db);
      await server.close();
    },
  };
}
