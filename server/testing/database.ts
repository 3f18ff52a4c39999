import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { describe, inject } from 'vitest';
import { openPostgres, type Db, type OpenDatabase } from '../db/database.ts';
import { embeddedDb, embeddedFolder, pgliteOptions } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { testPostgresUrl } from '../settings/settings.ts';
import {
  ReusedDatabases,
  createPglite,
  reusePostgres,
  type Reusable,
} from './databases/reusedDatabases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether `npm run test:all` started this run of the tests. */
    completeRun: boolean;
    /** Identifies this run of the tests. */
    testRun: string;
  }
}

export type Engine = 'pglite' | 'postgres';

const reused: Readonly<Record<Engine, ReusedDatabases>> = {
  pglite: new ReusedDatabases(async () => createPglite(await migratedImage())),
  postgres: new ReusedDatabases(createOnServer),
};

const names: Readonly<Record<Engine, string>> = { pglite: 'PGlite', postgres: 'PostgreSQL' };

/** A migrated database without rows. After its `close`, queries fail. */
export const createTestDatabase = (engine: Engine): Promise<OpenDatabase> => reused[engine].open();

/**
 * Declares the tests of a domain. They run on PostgreSQL if there is a PostgreSQL server, otherwise on PGlite.
 * `npm run test:all` runs them on both. If the result depends on the database itself, use `forBothEngines` instead.
 */
export function forEachEngine(tests: (engine: Engine) => void): void {
  if (inject('completeRun')) forBothEngines(tests);
  else describe(`on ${names[preferredEngine]}`, () => tests(preferredEngine));
}

/**
 * Declares tests that run on both engines in every run. They are for the code around the database, for SQL that the
 * engines may interpret differently, and for large numbers of rows. The tests on PostgreSQL are skipped if there is no
 * PostgreSQL server.
 */
export function forBothEngines(tests: (engine: Engine) => void): void {
  describe(`on ${names.pglite}`, () => tests('pglite'));
  describe.skipIf(!postgresRuns)(`on ${names.postgres}`, () => tests('postgres'));
}

/**
 * Whether the tests can connect to the PostgreSQL server. Every error means that they cannot, because each driver throws
 * different errors.
 */
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

/** The engine of tests that run on only one: PostgreSQL if it runs, because it takes less time than PGlite. */
export const preferredEngine: Engine = postgresRuns ? 'postgres' : 'pglite';

/** The number of connections to this database that wait for a lock. Only PostgreSQL can report this number. */
export async function countLockWaits(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Puts a migrated database into the folder of a server that has not started yet. */
export async function fillDataDir(dataDir: string): Promise<void> {
  const folder = embeddedFolder(dataDir);
  const image = await migratedImage();
  const pglite = await PGlite.create({ ...pgliteOptions, dataDir: folder, loadDataDir: image });
  await pglite.close();
}

async function migratedImage(): Promise<Blob> {
  // The name depends on the lock file, which contains the version of PGlite, because another version may not be able to
  // load the dump.
  const lockFile = new URL('../../package-lock.json', import.meta.url);
  const file = path.join(tmpdir(), `charger-rental-test-${await schemaVersion(lockFile)}.tar`);
  const stored = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (stored) return new Blob([stored]);
  const pglite = await PGlite.create(pgliteOptions);
  const db: Db = embeddedDb(pglite);
  await migrate(db);
  const image = await pglite.dumpDataDir('none');
  await db.destroy();
  // The file gets its name when it is complete, so that another test process never sees an incomplete file.
  const unfinished = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(unfinished, new Uint8Array(await image.arrayBuffer()));
  await rename(unfinished, file);
  return image;
}

/** Returns one hash of these files: all migrations, the list of migrations, and `others`. */
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

async function createOnServer(): Promise<Reusable> {
  const name = `${inject('testRun')}_${randomBytes(8).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${await migratedTemplate()}`);
  // Do not let commits wait for the disk, because this wait takes most of the time of a short transaction. No test needs
  // the data after a crash of PostgreSQL.
  await onServer(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  return reusePostgres(urlOf(name), () => onServer(`DROP DATABASE ${name} WITH (FORCE)`));
}

let template: Promise<string> | undefined;

/** Returns the name of a migrated database. Copying it is much faster than migrating an empty database. */
function migratedTemplate(): Promise<string> {
  template ??= createTemplate();
  return template;
}

/**
 * Creates the template, unless it exists, and returns its name. It does not delete templates of other migrations,
 * because another checkout may use them.
 */
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
      // The template gets its name when it is complete, so that another test process never copies an incomplete
      // template.
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

/**
 * True if another test process created the template first. If two processes rename their templates
 * at the same moment, the second rename violates a unique index of PostgreSQL's own tables.
 */
function isDuplicateDatabase(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  return error.code === '42P04' || error.code === '23505';
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
