import { createECDH } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { storedSetting } from '../../db/storedSetting.ts';

const settingKey = 'vapidKeys';
const Keys = z.object({ publicKey: z.string(), privateKey: z.string() });

/**
 * The key pair of a server without configured keys. The first start creates it and stores it in the database. The key
 * pair must not change, because browsers have subscribed with its public key.
 */
export function storedVapidKeys(db: Db): Promise<z.infer<typeof Keys>> {
  return storedSetting(db, settingKey, Keys, makeKeys);
}

function makeKeys(): z.infer<typeof Keys> {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // The key is padded to the length of the curve's field.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}
