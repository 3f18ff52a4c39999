import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../../settings/settings.ts';

/**
 * The key of the operators' API: the configured key, or else the key in the file. The first call
 * creates the file. Only the operating system's user that runs the server can read the file.
 */
export async function openOperatorKey({ key, keyFile }: Settings['operator']): Promise<string> {
  if (key !== null) return key;
  const folder = path.dirname(keyFile);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${keyFile}.${randomBytes(6).toString('hex')}`;
  await writeFile(unfinished, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  try {
    // The file appears with its complete content, and `link` does not replace a key that another process has written.
    await link(unfinished, keyFile);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(unfinished);
  }
  return (await readFile(keyFile, 'utf8')).trim();
}

/** Whether a caller has the key. The time of the comparison does not depend on the given text. */
export function isOperatorKey(given: string, key: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(key));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
