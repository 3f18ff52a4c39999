import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The session of a command is in a file next to the key of the server. Only the own user can read it. */
const fileOf = (keyFile: string) => path.join(path.dirname(keyFile), 'operator-session');

/** The token of the session; null if nobody has signed in. */
export async function readSession(keyFile: string): Promise<string | null> {
  try {
    return (await readFile(fileOf(keyFile), 'utf8')).trim();
  } catch {
    return null;
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
