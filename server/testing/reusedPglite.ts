import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, type PGliteDialectConfig } from 'kysely';
import { z } from 'zod';
import type { OpenDatabase } from '../db/database.ts';
import { pgliteOptions } from '../db/embedded.ts';
import type { Database } from '../db/schema.ts';

type Client = Exclude<PGliteDialectConfig['pglite'], (...args: never[]) => unknown>;

interface Spare {
  pglite: PGlite;
  /** The schema of the migrations. */
  schema: string;
}

/** Migrated databases without rows, which earlier tests of this process have left. */
const spares: Spare[] = [];

/**
 * Opens a migrated database without rows. `close` removes the rows and keeps the database for the next test, because
 * to start a PGlite takes ten times as long.
 *
 * @param image loads the dump of a migrated folder.
 */
export async function openReused(image: () => Promise<Blob>): Promise<OpenDatabase> {
  const spare = spares.pop() ?? (await start(await image()));
  const client = clientOf(spare.pglite);
  return {
    db: new Kysely<Database>({ dialect: new PGliteDialect({ pglite: client }) }),
    async close() {
      await client.close();
      if (await removeRows(spare)) spares.push(spare);
      else await spare.pglite.close();
    },
  };
}

async function start(image: Blob): Promise<Spare> {
  const pglite = await PGlite.create({ ...pgliteOptions, loadDataDir: image });
  return { pglite, schema: await readSchema(pglite) };
}

/** The PGlite of one test. Late queries after `close` fail, so that they cannot reach the next test. */
function clientOf(pglite: PGlite): Client {
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

/** In milliseconds. A transaction that a test leaves open for longer counts as lost. */
const patienceMs = 5000;

/**
 * Removes all rows, and sets all sequences to their start. Returns false if the database cannot be used again: a test has
 * changed the schema, has filled a table with many rows, or has left a transaction open.
 */
async function removeRows({ pglite, schema }: Spare): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  const isReady = async () => {
    await pglite.exec(deleteAllRows);
    return (await readSchema(pglite)) === schema;
  };
  try {
    return await Promise.race([isReady(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Deletes rows, because TRUNCATE takes ten times as long. The role disables triggers that forbid to delete rows. */
const deleteAllRows = `
  DO $$
    DECLARE name text; is_filled boolean; sequence record;
    BEGIN
      SET LOCAL session_replication_role = replica;
      FOR name IN SELECT format('%I', tablename) FROM pg_tables
        WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%'
      LOOP
        EXECUTE 'SELECT EXISTS (SELECT FROM ' || name || ')' INTO is_filled;
        IF is_filled THEN EXECUTE 'DELETE FROM ' || name; END IF;
      END LOOP;
      FOR sequence IN SELECT format('%I', sequencename) AS name, start_value FROM pg_sequences
        WHERE last_value IS NOT NULL
      LOOP
        PERFORM setval(sequence.name, sequence.start_value, false);
      END LOOP;
    END $$;
  RESET ALL;`;

/** The largest size in bytes of a table that may be used again, because deleted rows still take time to read. */
const largestTable = 4_000_000;

const Schema = z.tuple([z.object({ schema: z.string() })]);

/** A text that differs if a test has changed the schema, or has filled a table with many rows. */
async function readSchema(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query(`
    SELECT concat_ws(' ',
      (SELECT sum(hashtext(a::text)) FROM pg_attribute a WHERE attrelid >= 16384),
      (SELECT sum(hashtext(c::text)) FROM pg_constraint c WHERE conrelid >= 16384),
      (SELECT sum(hashtext(t::text)) FROM pg_trigger t),
      (SELECT sum(hashtext(p::text)) FROM pg_proc p WHERE oid >= 16384),
      (SELECT sum(hashtext(relname::text)) FROM pg_class),
      (SELECT count(*) FROM pg_class WHERE relkind = 'r' AND pg_relation_size(oid) > ${largestTable}),
      (SELECT count(*) FROM kysely_migration)) AS schema`);
  return Schema.parse(rows)[0].schema;
}
