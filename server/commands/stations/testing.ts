import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { startTestApp } from '../../testing/app.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import type { Engine } from '../../testing/database.ts';
import { serverKey } from '../../testing/operators/operators.ts';
import { testTariff } from '../../testing/stations.ts';
import { ops } from '../ops/ops.ts';
import { runCommand } from '../runCommand.ts';

interface CommandResult {
  code: number;
  out: string;
  err: string;
}

/** A running server with a tariff, a temporary folder, and functions that run the commands of an operator. */
export interface CommandTest {
  readonly db: Db;
  readonly url: string;
  /** The path of a file in the folder. */
  at(name: string): string;
  write(name: string, content: string | Uint8Array): Promise<string>;
  /** Runs `npm run ops -- stations`. An import gets a reason. */
  run(...args: string[]): Promise<CommandResult>;
  /** Restores the initial state: no stations, and no files. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function openCommandTest(engine: Engine): Promise<CommandTest> {
  const publicUrl = 'https://rent.example.com';
  const env = { OPERATOR_KEY: serverKey, PUBLIC_URL: publicUrl };
  const app = await startTestApp({ engine, env });
  const { db } = app.deps;
  const folder = await mkdtemp(path.join(tmpdir(), 'stations-'));
  await db
    .insertInto('tariffs')
    .values({ id: testTariff.id, terms: JSON.stringify(testTariff) })
    .execute();
  const at = (name: string) => path.join(folder, name);
  const settings = {
    operator: { key: serverKey, keyFile: '/nowhere', url: app.url },
    publicUrl,
    brand: { name: '', supportPhone: '' },
  };
  return {
    db,
    url: app.url,
    at,
    async write(name, content) {
      await writeFile(at(name), content);
      return at(name);
    },
    run(verb = '', ...args) {
      const isImport = verb === 'import' && !args.includes('--dry-run');
      const why = isImport ? ['--why', 'a test'] : [];
      const all = ['stations', verb, '--as', 'root', ...why, ...args];
      return captureOutput((streams) => runCommand(all, ops, { settings, ...streams }));
    },
    async clear() {
      // `TRUNCATE` would take far longer for a few rows.
      await sql`delete from station_terms`.execute(db);
      await sql`delete from station_words`.execute(db);
      await sql`delete from stations`.execute(db);
      for (const name of await readdir(folder)) await rm(at(name));
    },
    async close() {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}
