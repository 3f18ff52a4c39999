import { createECDH } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { keptSetting } from '../../db/keptSetting.ts';

const settingKey = 'vapidKeys';
const Keys = z.object({ publicKey: z.string(), privateKey: z.string() });

/**
 * The pair of a server that was given none, made at its first start and kept in the database: what
 * browsers subscribed with must stay.
 */
export function keptVapidKeys(db: Db): Promise<z.infer<typeof Keys>> {
  return keptSetting(db, settingKey, Keys, makeKeys);
}

function makeKeys(): z.infer<typeof Keys> {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // As long as the curve's field, whatever it begins with.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}
