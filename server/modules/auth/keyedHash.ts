import { createHmac } from 'node:crypto';
import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { readCodeKeys } from './codes/codeSecret.ts';

/**
 * Returns hashes that recognise a value without storing it. The hashes need a secret key, because an attacker could
 * hash all phone numbers in a day and compare the hashes.
 *
 * The first hash uses the current key. While a previous key is configured, a second hash uses the previous key. Callers
 * store all hashes, and search for all of them. So servers with the old and the new configuration recognise the same
 * values during a rotation of the keys.
 */
export async function keyedHashes(
  db: Db | Trx,
  settings: Pick<Settings, 'codeSecret'>,
  text: string,
): Promise<[current: string, ...previous: string[]]> {
  const hash = (key: string) => createHmac('sha256', key).update(text).digest('hex');
  const [current, ...previous] = await readCodeKeys(db, settings);
  return [hash(current), ...previous.map(hash)];
}
