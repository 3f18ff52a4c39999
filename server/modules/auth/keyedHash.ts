import { createHmac } from 'node:crypto';
import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { readCodeSecret } from './codes/codeSecret.ts';

/**
 * A hash that recognises a value without storing it. It has a key, because without one an attacker
 * could hash all phone numbers in a day, and compare.
 */
export async function keyedHash(
  db: Db | Trx,
  settings: Pick<Settings, 'codeSecret'>,
  text: string,
): Promise<string> {
  const secret = await readCodeSecret(db, settings);
  return createHmac('sha256', secret).update(text).digest('hex');
}
