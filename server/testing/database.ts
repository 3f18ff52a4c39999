import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { openPostgres, type Db, type OpenDatabase } from '../db/database.ts';
import { embeddedDb, pgliteOptions } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { testPostgresUrl } from '../settings/settings.ts';

export type Engine = 'pglite' | 'postgres';

/** A fresh, migrated database; `close` also removes it. */
export function createTestDatabase(engine: Engine): Promise<OpenDatabase> {
  return engine === 'pglite' ? createEmbedded() : createOnServer();
}

/** Declares the same tests for each engine; PostgreSQL's are skipped, by name, where none runs. */
export function forEachEngine(tests: (engine: Engine) => void): void {
  describe('on PGlite', () => tests('pglite'));
  describe.skipIf(!postgresRuns)('on PostgreSQL', () => tests('postgres'));
}

/** A driver's way of saying that nobody listens, whichever it is, means: skip. */
export const postgresRuns = await (async () => {
  const { db, close } = openPostgres(testPostgresUrl());
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  } finally {
    await close();
  }
})();

/** PGlite's own initialisation takes seconds; a dump of the migrated folder loads much faster. */
async function createEmbedded(): Promise<OpenDatabase> {
  const image = await migratedImage();
  const db = embeddedDb(await PGlite.create({ ...pgliteOptions, loadDataDir: image }));
  return { db, close: () => db.destroy() };
}

async function migratedImage(): Promise<Blob> {
  const file = path.join(tmpdir(), `charger-rental-test-${await imageVersion()}.tar`);
  const kept = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (kept) return new Blob([kept]);
  const pglite = await PGlite.create(pgliteOptions);
  const db: Db = embeddedDb(pglite);
  await migrate(db);
  const image = await pglite.dumpDataDir('none');
  await db.destroy();
  // Renamed into place: another test process sees all of it or nothing.
  const unfinished = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(unfinished, new Uint8Array(await image.arrayBuffer()));
  await rename(unfinished, file);
  return image;
}

async function imageVersion(): Promise<string> {
  const folder = new URL('../db/migrations/', import.meta.url);
  const migrations = (await readdir(folder)).sort().map((name) => new URL(name, folder));
  const sources = [...migrations, new URL('../../package-lock.json', import.meta.url)];
  const hash = createHash('sha256');
  for (const source of sources) hash.update(await readFile(source));
  return hash.digest('hex').slice(0, 16);
}

async function createOnServer(): Promise<OpenDatabase> {
  const serverUrl = testPostgresUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const { db, close } = openPostgres(url.href);
  await migrate(db);
  return {
    db,
    async close() {
      await close();
      await onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const { db, close } = openPostgres(url);
  try {
    await sql.raw(statement).execute(db);
  } finally {
    await close();
  }
}
