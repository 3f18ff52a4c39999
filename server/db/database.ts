import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import type { Settings } from '../settings/settings.ts';
import { openEmbedded } from './embedded.ts';
import { surviveLostConnections } from './lostConnections.ts';
import { migrate } from './migrate.ts';
import { withPreparedStatements, type Connections } from './preparedStatements.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

export interface OpenDatabase {
  readonly db: Db;
  close(): Promise<void>;
}

/**
 * Opens and migrates the database that the settings select: PostgreSQL if `databaseUrl` is given, otherwise the
 * embedded database in `dataDir`.
 *
 * @throws {FolderInUseError} if another process has the embedded database open.
 */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<OpenDatabase> {
  const opened = settings.databaseUrl
    ? openPostgres(settings.databaseUrl)
    : await openEmbedded(settings.dataDir);
  try {
    await migrate(opened.db);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

/** Connects to PostgreSQL with a connection pool, without migration. */
export function openPostgres(url: string): OpenDatabase {
  const db = databaseOf(createPool(url));
  return { db, close: () => db.destroy() };
}

/** Creates a pool of at most ten connections to PostgreSQL. A lost connection does not end the process. */
export function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    types: {
      getTypeParser: (oid, format) =>
        oid === pg.types.builtins.INT8
          ? Number
          : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
    },
  });
  surviveLostConnections(pool);
  return pool;
}

/** Returns a query builder that uses these connections. Its `destroy` closes them. */
export function databaseOf(connections: Connections): Db {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(connections) }),
  });
}

/** Resolves if the database responds. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

const DatabaseFailure = z.object({ code: z.string(), constraint: z.string().optional() });

/** The codes of errors after which a retry may succeed: serialisation failure and deadlock. */
const retried = new Set(['40001', '40P01']);
const maxAttempts = 5;

/**
 * Runs the function in one READ COMMITTED transaction, and repeats it if the database asks for a retry, up to five runs
 * in total. So the function must have no effect outside of `trx`. It must never use `db`, because the embedded database
 * has only one connection.
 */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = DatabaseFailure.safeParse(error).data?.code;
      if (attempt === maxAttempts || !code || !retried.has(code)) throw error;
    }
  }
}

/**
 * Returns the unique constraint or index whose violation caused the error; null for other errors, and empty if the
 * error does not name the constraint.
 */
export function uniqueViolation(error: unknown): string | null {
  const failure = DatabaseFailure.safeParse(error).data;
  return failure?.code === '23505' ? (failure.constraint ?? '') : null;
}
