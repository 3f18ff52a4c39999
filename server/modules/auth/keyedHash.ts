import { createHmac } from 'node:crypto';
import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { readCodeKeys } from './codes/codeSecret.ts';

/**
 * Hashes that recognise a value without storing it. They have a key, because without one an attacker
 * could hash all phone numbers in a day, and compare.
 *
 * There is one for the current key, and one for the key before while it is configured. Store and look
 * for all of them: then servers with the old and the new configuration recognise the same values, and
 * a value that is stored again is known by the new key.
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
