import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql, type PGliteDialectConfig } from 'kysely';
import { z } from 'zod';
import { createPool, databaseOf, openPostgres, type OpenDatabase } from '../../db/database.ts';
import { pgliteOptions } from '../../db/embedded.ts';
import type { Database } from '../../db/schema.ts';
import { deleteAllRows } from './deleteAllRows.ts';
import { LentConnections } from './lentConnections.ts';

/** A migrated database that tests use one after the other. */
export interface Reusable {
  /** Connects one test. After its `close`, queries of this test fail. */
  open(): OpenDatabase;
  /** Runs a statement that returns no rows. */
  run(statement: string): Promise<void>;
  query(statement: string): Promise<unknown[]>;
  remove(): Promise<void>;
}

interface Spare {
  database: Reusable;
  /** The result of `readSchema` before the first test. */
  schema: string;
}

/**
 * Databases without rows, which earlier tests of this process have used. It is ten times as fast to
 * remove the rows as to start a new PGlite, or to copy and drop a database on PostgreSQL.
 */
export class ReusedDatabases {
  readonly #spares: Spare[] = [];
  readonly #create: () => Promise<Reusable>;

  /** @param create creates a migrated database. */
  constructor(create: () => Promise<Reusable>) {
    this.#create = create;
  }

  /**
   * Opens a migrated database without rows. `close` removes the rows and keeps the database for the next test. If the
   * database cannot be used again, `close` removes it.
   */
  async open(): Promise<OpenDatabase> {
    const spare = this.#spares.pop() ?? (await this.#createSpare());
    const { db, close } = spare.database.open();
    return {
      db,
      close: async () => {
        await close();
        if (await isUsableAgain(spare)) this.#spares.push(spare);
        else await spare.database.remove();
      },
    };
  }

  async #createSpare(): Promise<Spare> {
    const database = await this.#create();
    return { database, schema: await readSchema(database) };
  }
}

/** @param image the dump of the data folder of a migrated database. */
export async function createPglite(image: Blob): Promise<Reusable> {
  const pglite = await PGlite.create({ ...pgliteOptions, loadDataDir: image });
  return {
    open() {
      const client = clientOf(pglite);
      const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite: client }) });
      return { db, close: () => client.close() };
    },
    async run(statement) {
      await pglite.exec(statement);
      // The settings of the connection are reset, because the next test uses the same connection.
      await pglite.exec('RESET ALL');
    },
    query: async (statement) => (await pglite.query(statement)).rows,
    remove: () => pglite.close(),
  };
}

type Client = Exclude<PGliteDialectConfig['pglite'], (...args: never[]) => unknown>;

/**
 * Returns one test's access to a PGlite. Queries after `close` fail, so that a late query cannot reach the database of
 * the next test.
 */
function clientOf(pglite: PGlite): Client & { close(): Promise<void> } {
  let isClosed = false;
  const open = () => {
    if (isClosed) throw new Error('PGlite is closed');
    return pglite;
  };
  return {
    get closed() {
      return isClosed;
    },
    ready: true,
    waitReady: Promise.resolve(),
    query: async (...query) => open().query(...query),
    transaction: async (run) => open().transaction(run),
    async close() {
      isClosed = true;
    },
  };
}

/**
 * A migrated database on a PostgreSQL server.
 *
 * @param drop removes it from the server.
 */
export function reusePostgres(url: string, drop: () => Promise<void>): Reusable {
  const own = openPostgres(url);
  const named = new URL(url);
  named.searchParams.set('application_name', poolName);
  const pool = createPool(named.href);
  return {
    open() {
      const db = databaseOf(new LentConnections(pool));
      return {
        db,
        async close() {
          await db.destroy();
          await sql.raw(endOtherConnections).execute(own.db);
        },
      };
    },
    async run(statement) {
      await sql.raw(statement).execute(own.db);
    },
    query: async (statement) => (await sql.raw(statement).execute(own.db)).rows,
    async remove() {
      await pool.end();
      await own.close();
      await drop();
    },
  };
}

const poolName = 'connections for tests';

/**
 * Ends the connections that a test has left open, such as those of other processes or of listeners.
 */
const endOtherConnections = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
    AND application_name <> '${poolName}'`;

/**
 * If the rows are not removed within this time in milliseconds, the database is not used again. The usual cause is a
 * transaction that a test has left open.
 */
const cleanUpTimeoutMs = 5000;

/**
 * Removes all rows, and sets all sequences to their start. Returns false if the database cannot be used again, because
 * a test has changed the schema, has filled a table with many rows, or has left a transaction open.
 */
async function isUsableAgain({ database, schema }: Spare): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), cleanUpTimeoutMs);
  });
  const isReady = async () => {
    await database.run(deleteAllRows);
    return (await readSchema(database)) === schema;
  };
  try {
    return await Promise.race([isReady(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** If a table has more bytes than this, its database is not used again: deleted rows still take time to read. */
const largestTable = 4_000_000;

const Schema = z.tuple([z.object({ schema: z.string() })]);

/**
 * Returns a text that changes if a test changes the schema, or fills a table with many rows. `xmin` is the transaction
 * that wrote a row of the catalogue.
 */
async function readSchema(database: Reusable): Promise<string> {
  const rows = await database.query(`
    SELECT concat_ws(' ',
      (SELECT concat(count(*), '-', sum(xmin::text::int8)) FROM pg_attribute WHERE attrelid >= 16384),
      (SELECT concat(count(*), '-', sum(xmin::text::int8)) FROM pg_constraint WHERE conrelid >= 16384),
      (SELECT sum(hashtext(t::text)) FROM pg_trigger t),
      (SELECT sum(hashtext(p::text)) FROM pg_proc p WHERE oid >= 16384),
      (SELECT sum(hashtext(relname::text)) FROM pg_class),
      (SELECT count(*) FROM pg_class WHERE relkind = 'r' AND pg_relation_size(oid) > ${largestTable}),
      (SELECT count(*) FROM kysely_migration)) AS schema`);
  return Schema.parse(rows)[0].schema;
}
