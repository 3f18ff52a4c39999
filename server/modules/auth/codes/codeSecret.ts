import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Db, Trx } from '../../../db/database.ts';
import { storedSetting } from '../../../db/storedSetting.ts';
import type { Settings } from '../../../settings/settings.ts';

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
  matches(requestId: string, code: string, hash: string): boolean;
}

/**
 * The key is the settings' secret, or one that is created at the first start and stored in the
 * database.
 */
export async function openCodeVault(
  db: Db,
  { codeSecret }: Pick<Settings, 'codeSecret'>,
): Promise<CodeVault> {
  const secret = await readCodeSecret(db, { codeSecret });
  const hash = (requestId: string, code: string) =>
    createHmac('sha256', secret).update(`${requestId}:${code}`).digest('hex');
  return {
    makeCode: () => String(randomInt(1_000_000)).padStart(6, '0'),
    hash,
    matches(requestId, code, stored) {
      const [a, b] = [hash(requestId, code), stored].map((text) => Buffer.from(text, 'hex'));
      return a !== undefined && b !== undefined && a.length === b.length && timingSafeEqual(a, b);
    },
  };
}

/** The key of codes, and of other values that must not be guessed from their hashes. */
export async function readCodeSecret(
  db: Db | Trx,
  { codeSecret }: Pick<Settings, 'codeSecret'>,
): Promise<string> {
  if (codeSecret !== null) return codeSecret;
  return storedSetting(db, settingKey, z.string(), () => randomBytes(32).toString('base64url'));
}
