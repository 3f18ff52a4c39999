import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PGliteDialect } from 'kysely';
import pg from 'pg';
import { guardFolder } from './folderGuard.ts';
import type { Database } from './schema.ts';

/**
 * The options of every PGlite of the server. With these options, PGlite returns BIGINT as a number, as `createPool`
 * does, and its shared buffers take 16 MB.
 */
export const pgliteOptions: PGliteOptions = {
  extensions: { pg_trgm },
  parsers: { [pg.types.builtins.INT8]: Number },
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
};

/** The embedded database on a PGlite that is started already. It is not migrated. */
export function embeddedDb(pglite: PGlite): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
}

/** The folder of the embedded database. */
export function embeddedFolder(dataDir: string): string {
  return path.join(dataDir, 'db');
}

/**
 * Opens the embedded database below `dataDir`. The first start creates it.
 *
 * @throws {FolderInUseError} if another process has the database open.
 */
export async function openEmbedded(
  dataDir: string,
): Promise<{ db: Kysely<Database>; close(): Promise<void> }> {
  await mkdir(dataDir, { recursive: true });
  const release = await guardFolder(dataDir);
  try {
    const folder = embeddedFolder(dataDir);
    if (!existsSync(path.join(folder, 'PG_VERSION'))) await createCluster(folder);
    const db = embeddedDb(await PGlite.create({ ...pgliteOptions, dataDir: folder }));
    return {
      db,
      async close() {
        await db.destroy();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Creates the files of the database in a separate process, because that takes half a gigabyte of memory
 * that this process would not release. The folder has a temporary name until it is complete, because an
 * incomplete database cannot be used.
 */
async function createCluster(folder: string): Promise<void> {
  await removeUnfinished(folder);
  const unfinished = `${folder}.unfinished-${process.pid}`;
  const script = fileURLToPath(new URL('createCluster.ts', import.meta.url));
  const child = spawn(process.execPath, [script, unfinished], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new Error('the embedded database could not be created');
  await rename(unfinished, folder);
}

/** Removes the files of a process that was killed during its first start. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(path.dirname(folder));
  const left = names.filter((name) => name.startsWith(`${path.basename(folder)}.unfinished-`));
  for (const name of left) {
    await rm(path.join(path.dirname(folder), name), { recursive: true, force: true });
  }
}
