import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Db, Trx } from '../../../db/database.ts';
import {
  deleteStoredSetting,
  findStoredSetting,
  storedSetting,
} from '../../../db/storedSetting.ts';
import type { Logger } from '../../../dependencies.ts';
import { readKeyFile } from '../../../settings/codeSecret.ts';
import { SettingsError, type Settings } from '../../../settings/settings.ts';

const settingKey = 'codeSecret';

/**
 * Creates and checks codes. A plain hash of six digits could be reversed quickly, so the hash has a
 * key.
 */
export interface CodeVault {
  /** Six digits, uniformly distributed. */
  makeCode(): string;
  /** The stored hash of a code; bound to its request. */
  hash(requestId: string, code: string): string;
  /** Also accepts a hash with the key before. */
  matches(requestId: string, code: string, hash: string): boolean;
}

export async function openCodeVault(
  db: Db,
  settings: Pick<Settings, 'codeSecret'>,
): Promise<CodeVault> {
  const keys = await readCodeKeys(db, settings);
  const hash = (key: string, requestId: string, code: string) =>
    createHmac('sha256', key).update(`${requestId}:${code}`).digest('hex');
  return {
    makeCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
    hash: (requestId, code) => hash(keys[0], requestId, code),
    matches: (requestId, code, stored) =>
      keys.some((key) => isSame(hash(key, requestId, code), stored)),
  };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The keys of codes, and of other values that must not be guessed from their hashes: the current
 * one, and the one before if its hashes are still recognised.
 */
export async function readCodeKeys(
  db: Db | Trx,
  { codeSecret: { current, previous } }: Pick<Settings, 'codeSecret'>,
): Promise<[current: string, ...previous: string[]]> {
  const key = current ?? (await storedSetting(db, settingKey, z.string(), makeKey));
  return previous === null ? [key] : [key, previous];
}

const makeKey = () => randomBytes(32).toString('base64url');

/**
 * Moves the key out of the database whose hashes it protects, or makes one outside: a copy of the
 * data must not have the key. Answers the settings with the key. The sandbox with PostgreSQL keeps
 * the key in the database, because everybody can read its codes anyway.
 *
 * @throws {SettingsError} if production has no key, and none from an earlier version.
 */
export async function separateCodeSecret(
  db: Db,
  settings: Settings,
  log: Logger,
): Promise<Settings> {
  const { codeSecret, environment, sandbox } = settings;
  const stored = await findStoredSetting(db, settingKey, z.string());
  if (codeSecret.current !== null) {
    if (stored === null) return settings;
    if ([codeSecret.current, codeSecret.previous].includes(stored))
      await deleteStoredSetting(db, settingKey);
    else log.warn('the database has an old CODE_SECRET; see docs/security.md, "Rotating keys"');
    return settings;
  }
  if (environment === 'production' && !sandbox) {
    if (stored === null) {
      throw new SettingsError(
        'CODE_SECRET is required in production: at least 32 random characters, such as the output ' +
          'of `openssl rand -base64 32`.',
      );
    }
    log.warn('CODE_SECRET is in the database that it protects; see docs/security.md');
    // Keep the key in memory: another process, which already has it as `CODE_SECRET_PREVIOUS`, deletes it.
    return { ...settings, codeSecret: { ...codeSecret, current: stored } };
  }
  if (codeSecret.file === null) return settings;
  // A start that failed later may have made the key already.
  const made = readKeyFile(codeSecret.file);
  const current = made ?? stored ?? makeKey();
  if (made === null) await writeKey(codeSecret.file, current);
  if (stored !== null) await deleteStoredSetting(db, settingKey);
  return { ...settings, codeSecret: { ...codeSecret, current } };
}

/** Only this user may read the file. It is on the disk before the database forgets the key. */
async function writeKey(file: string, key: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.unfinished`;
  const written = await open(unfinished, 'w', 0o600);
  try {
    await written.writeFile(`${key}\n`);
    await written.sync();
  } finally {
    await written.close();
  }
  await rename(unfinished, file);
}
