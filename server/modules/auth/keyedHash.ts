import { createHmac } from 'node:crypto';
import type { Trx } from '../../db/database.ts';
import type { Settings } from '../../settings.ts';
import { readCodeSecret } from './codeSecret.ts';

/** What is recognised again without being kept. Keyed: all phone numbers could be hashed in a day. */
export async function keyedHash(
  trx: Trx,
  settings: Pick<Settings, 'codeSecret'>,
  text: string,
): Promise<string> {
  const secret = await readCodeSecret(trx, settings);
  return createHmac('sha256', secret).update(text).digest('hex');
}
