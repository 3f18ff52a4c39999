import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { describe, inject } from 'vitest';
import { openPostgres, type Db, type OpenDatabase } from '../db/database.ts';
import { embeddedDb, pgliteOptions } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { testPostgresUrl } from '../settings/settings.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** True in `npm run test:all`. */
    completeRun: boolean;
  }
}

export type Engine = 'pglite' | 'postgres';

/** A fresh, migrated database; `close` also removes it. */
export function createTestDatabase(engine: Engine): Promise<OpenDatabase> {
  return engine === 'pglite' ? createEmbedded() : createOnServer();
}

/**
 * Declares the tests of a domain for PGlite. `npm run test:all` also runs them on PostgreSQL. Use
 * `forBothEngines` where the result depends on the database itself.
 */
export function forEachEngine(tests: (engine: Engine) => void): void {
  if (inject('completeRun')) forBothEngines(tests);
  else describe('on PGlite', () => tests('pglite'));
}

/**
 * Declares tests for both engines in every run: locks, transactions that compete, SQL that the engines
 * may read differently. PostgreSQL's are skipped where none runs.
 */
export function forBothEngines(tests: (engine: Engine) => void): void {
  describe('on PGlite', () => tests('pglite'));
  describe.skipIf(!postgresRuns)('on PostgreSQL', () => tests('postgres'));
}

/** Any error means that PostgreSQL does not run here: each driver reports it in its own way. */
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
  // The lock file names the version of PGlite, whose images other versions may not load.
  const lockFile = new URL('../../package-lock.json', import.meta.url);
  const file = path.join(tmpdir(), `charger-rental-test-${await schemaVersion(lockFile)}.tar`);
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

/** Identifies the content of all migrations, their list, and `others`. */
async function schemaVersion(...others: URL[]): Promise<string> {
  const list = new URL('../db/migrate.ts', import.meta.url);
  const folder = new URL('../db/migrations/', import.meta.url);
  const files = await readdir(folder, { recursive: true });
  const names = files.filter((name) => /\d{4}-[^/]+\.ts$/.test(name));
  const migrations = names.toSorted().map((name) => new URL(name, folder));
  const hash = createHash('sha256');
  for (const source of [list, ...migrations, ...others]) hash.update(await readFile(source));
  return hash.digest('hex').slice(0, 16);
}

async function createOnServer(): Promise<OpenDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${await migratedTemplate()}`);
  const { db, close } = openPostgres(urlOf(name));
  return {
    db,
    async close() {
      await close();
      await onServer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

let template: Promise<string> | undefined;

/** The name of a migrated database. Copying it is much faster than migrating an empty one. */
function migratedTemplate(): Promise<string> {
  template ??= createTemplate();
  return template;
}

/** Templates of other migrations stay, because another checkout may use them at the same time. */
async function createTemplate(): Promise<string> {
  const name = `test_template_${await schemaVersion()}`;
  const { db, close } = openPostgres(testPostgresUrl());
  try {
    const found = await sql`select 1 from pg_database where datname = ${name}`.execute(db);
    if (found.rows.length > 0) return name;
    const unfinished = `test_${randomBytes(8).toString('hex')}`;
    await sql.raw(`CREATE DATABASE ${unfinished}`).execute(db);
    const created = openPostgres(urlOf(unfinished));
    try {
      await migrate(created.db);
    } finally {
      await created.close();
    }
    try {
      // Renamed into place, so that another test process never copies an unfinished template.
      await sql.raw(`ALTER DATABASE ${unfinished} RENAME TO ${name}`).execute(db);
    } catch (error) {
      if (!isDuplicateDatabase(error)) throw error;
      await sql.raw(`DROP DATABASE ${unfinished}`).execute(db);
    }
    return name;
  } finally {
    await close();
  }
}

/** True if another test process created the template first. */
function isDuplicateDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P04';
}

function urlOf(database: string): string {
  const url = new URL(testPostgresUrl());
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(statement: string): Promise<void> {
  const { db, close } = openPostgres(testPostgresUrl());
  try {
    await sql.raw(statement).execute(db);
  } finally {
    await close();
  }
}
