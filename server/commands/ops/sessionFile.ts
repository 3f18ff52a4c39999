import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RefusedError } from '../runCommand.ts';

/**
 * The path of the file with the operator's session. The file is in the folder of the server's key, and only its owner has
 * read access.
 */
const fileOf = (keyFile: string) => path.join(path.dirname(keyFile), 'operator-session');

/** The token of the session; null if nobody has signed in. @throws {RefusedError} as `readSecret` does. */
export async function readSession(keyFile: string): Promise<string | null> {
  return readSecret(fileOf(keyFile));
}

/** The text of a file; null if the file does not exist. @throws {RefusedError} if the file cannot be read. */
export async function readSecret(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RefusedError(`${file} cannot be read: ${reason}.`);
  }
}

export async function storeSession(keyFile: string, token: string): Promise<void> {
  const file = fileOf(keyFile);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(unfinished, `${token}\n`, { mode: 0o600 });
  await rename(unfinished, file);
}

export async function deleteSession(keyFile: string): Promise<void> {
  await rm(fileOf(keyFile), { force: true });
}
