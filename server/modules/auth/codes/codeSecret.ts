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
 * Creates and checks codes. The hash of a code needs a secret key, because an attacker could quickly reverse a plain
 * hash of six digits.
 */
export interface CodeVault {
  /** Creates a code of six digits. All codes are equally likely. */
  makeCode(): string;
  /** The stored hash of a code. The hash depends on the request's id, so it is valid for this request only. */
  hash(requestId: string, code: string): string;
  /** Whether the code has this hash, with the current or the previous key. */
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
 * The keys for the hashes of codes, phones and other values that an attacker could guess: the current key, and the
 * previous key while it is configured.
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
 * Keeps the key of the hashes out of the database, so that a copy of the database does not contain the key. Returns the
 * settings with the key. If the settings already contain a key, the function deletes the current or the previous key
 * from the database, and only logs a warning about any other key there. Without a key in the settings, it moves the key
 * from the database to the key file, or creates a key file.
 *
 * In two other cases the key stays in the database. Production without a key in the settings continues with the key of
 * an earlier version. A sandbox with PostgreSQL has no key file, and needs none, because everybody can read the codes
 * of a sandbox anyway.
 *
 * @throws {SettingsError} if production has no key, and the database has no key of an earlier version.
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
    // The key stays in the database, because this server still needs it. A later start deletes it when the key is in
    // the settings.
    return { ...settings, codeSecret: { ...codeSecret, current: stored } };
  }
  if (codeSecret.file === null) return settings;
  // The key file may already exist, because an earlier start created it and then failed.
  const made = readKeyFile(codeSecret.file);
  const current = made ?? stored ?? makeKey();
  if (made === null) await writeKey(codeSecret.file, current);
  if (stored !== null) await deleteStoredSetting(db, settingKey);
  return { ...settings, codeSecret: { ...codeSecret, current } };
}

/**
 * Writes the key file. Only the operating-system user of the server may read the file. The function flushes the content
 * to the disk before it renames the file, because the caller then deletes the key from the database.
 */
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
