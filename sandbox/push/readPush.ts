import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../server/time/clock.ts';

/** The keys that a browser created for a subscription, as base64url. */
export interface BrowserKeys {
  readonly privateKey: string;
  readonly auth: string;
}

const tagBytes = 16;

/**
 * Decrypts a message as a browser does (RFC 8291 and RFC 8188). The message consists of a single encrypted record. The
 * key of the record is derived from the keys of the browser and the sender.
 *
 * @throws if the message is not a single record, or was not encrypted for these keys.
 */
export function decryptPush({ privateKey, auth }: BrowserKeys, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const recordBytes = body.readUInt32BE(16);
  const keyBytes = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyBytes);
  const record = body.subarray(21 + keyBytes);
  if (keyBytes !== 65 || record.length > recordBytes || record.length <= tagBytes) {
    throw new Error('the message is not exactly one record');
  }
  const own = createECDH('prime256v1');
  own.setPrivateKey(privateKey, 'base64url');
  const shared = own.computeSecret(senderKey);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), senderKey]);
  const derive = (secret: Uint8Array, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));
  const secret = derive(shared, Buffer.from(auth, 'base64url'), keyInfo, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-tagBytes));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -tagBytes)), decipher.final()]);
  // The text of the last record ends with a byte 2, followed by any number of zero bytes.
  const end = padded.lastIndexOf(2);
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) {
    throw new Error('the message has no end mark');
  }
  return padded.subarray(0, end).toString();
}

const Authorization = z
  .string()
  .regex(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, ?k=[\w-]{87}$/)
  .transform((text) => {
    const [, token = '', key = ''] = /t=([^,]+), ?k=(.+)$/.exec(text) ?? [];
    return { token, key };
  });

const maxLifetimeSeconds = 24 * 3600;

/**
 * Returns the public key that signed a request to this origin (VAPID, RFC 8292).
 *
 * @throws if the signature, its audience, its time or its subject is not valid.
 */
export async function verifyVapid(
  authorization: string | undefined,
  audience: string,
  clock: Clock,
): Promise<string> {
  const { token, key } = Authorization.parse(authorization);
  const point = Buffer.from(key, 'base64url');
  const half = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: half(1), y: half(33) }, 'ES256');
  const now = clock.now();
  const { payload } = await jwtVerify(token, publicKey, {
    audience,
    algorithms: ['ES256'],
    requiredClaims: ['exp', 'sub'],
    currentDate: now,
  });
  if ((payload.exp ?? 0) > now.getTime() / 1000 + maxLifetimeSeconds) {
    throw new Error('the signature is valid for more than a day');
  }
  if (!/^(mailto:|https:)/.test(payload.sub ?? ''))
    throw new Error('the subject is not a contact address');
  return key;
}
