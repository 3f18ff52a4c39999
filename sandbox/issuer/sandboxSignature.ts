import { createHmac, timingSafeEqual } from 'node:crypto';

export const sandboxSignatureHeader = 'sandbox-signature';

/** The maximum difference between the time of a message and the server's time, in milliseconds. */
const toleranceMs = 5 * 60_000;

/** Returns the signature of a webhook: `t=<seconds>,v1=<HMAC-SHA-256 of "t.body">`. */
export function signMessage(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${digest(secret, String(seconds), body).toString('hex')}`;
}

/** Returns whether the issuer signed the message, at most five minutes before or after `now`. */
export function isSigned(secret: string, body: string, signature: string, now: Date): boolean {
  const match = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(signature);
  const [, seconds = '', given = ''] = match ?? [];
  if (!match || Math.abs(now.getTime() - Number(seconds) * 1000) > toleranceMs) return false;
  return timingSafeEqual(Buffer.from(given, 'hex'), digest(secret, seconds, body));
}

function digest(secret: string, seconds: string, body: string): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest();
}
