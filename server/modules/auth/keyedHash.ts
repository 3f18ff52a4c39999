import { createHmac } from 'node:crypto';
import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { readCodeSecret } from './codes/codeSecret.ts';

/**
 * A hash that recognises a value without storing it. It is keyed, because all phone numbers could
 * be hashed in a day.
 */
export async function keyedHash(
  db: Db | Trx,
  settings: Pick<Settings, 'codeSecret'>,
  text: string,
): Promise<string> {
  const secret = await readCodeSecret(db, settings);
  return createHmac('sha256', secret).update(text).digest('hex');
}
