import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { MovableClock } from '../../clock.ts';
import type { Db, OpenDatabase } from '../../db/database.ts';
import { createTestDatabase, type Engine } from '../../testing/database.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import { testTariff } from '../../testing/stations.ts';
import { runCommand } from '../runCommand.ts';
import { stations } from './stations.ts';

interface CommandResult {
  code: number;
  out: string;
  err: string;
}

/** A database with the tariff of the tests, a folder, and the commands as an operator calls them. */
export interface CommandTest {
  readonly db: Db;
  /** The path of a file in the folder. */
  at(name: string): string;
  write(name: string, content: string | Uint8Array): Promise<string>;
  run(...args: string[]): Promise<CommandResult>;
  /** Does the same as `run`, but on another database. */
  runOn(open: () => Promise<OpenDatabase>, ...args: string[]): Promise<CommandResult>;
  /** Restores the initial state: no stations, and no files. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function openCommandTest(engine: Engine): Promise<CommandTest> {
  const database: OpenDatabase = await createTestDatabase(engine);
  const folder = await mkdtemp(path.join(tmpdir(), 'stations-'));
  await database.db
    .insertInto('tariffs')
    .values({ id: testTariff.id, terms: JSON.stringify(testTariff) })
    .execute();
  const at = (name: string) => path.join(folder, name);
  return {
    db: database.db,
    at,
    async write(name, content) {
      await writeFile(at(name), content);
      return at(name);
    },
    // The command must not close the database, because the test closes it.
    run: (...args) =>
      runOn(async () => ({ db: database.db, close: async () => undefined }), ...args),
    runOn,
    async clear() {
      // `TRUNCATE` would take far longer for a few rows.
      await sql`delete from station_terms`.execute(database.db);
      await sql`delete from station_words`.execute(database.db);
      await sql`delete from stations`.execute(database.db);
      for (const name of await readdir(folder)) await rm(at(name));
    },
    async close() {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

function runOn(open: () => Promise<OpenDatabase>, ...args: string[]): Promise<CommandResult> {
  const settings = {
    publicUrl: 'https://rent.example.com',
    brand: { name: '', supportPhone: '' },
  };
  const clock = new MovableClock();
  return captureOutput((streams) =>
    runCommand(args, stations, { settings, open, clock, ...streams }),
  );
}
