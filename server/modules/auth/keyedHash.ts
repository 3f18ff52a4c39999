import { createHmac } from 'node:crypto';
import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { readCodeKeys } from './codes/codeSecret.ts';

/**
 * Returns hashes that recognise a value without storing it. The hashes have a secret key, because an
 * attacker could hash all phone numbers without a key in a day, and compare.
 *
 * There is one hash with the current key, and one hash with the previous key while that is configured.
 * Callers store all hashes and search for all of them. So servers with the old and with the new
 * configuration recognise the same values, and the new key is enough for a value that is stored again.
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
