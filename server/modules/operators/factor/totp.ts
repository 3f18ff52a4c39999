import { randomBytes } from 'node:crypto';

/*
 * Time-based one-time passwords (RFC 6238). The library is loaded at its first use, because most server processes never
 * need it.
 */

const stepSeconds = 30;
/**
 * A code of the previous or next time step is also valid, because the clock of a phone may be wrong (RFC 6238, section
 * 6).
 */
const stepsOfTolerance = 1;
/** RFC 4226, section 4, recommends 160 bits. */
const secretBytes = 20;

/** A new secret in base32, and its address for authenticator apps. */
export async function makeSecret(name: {
  issuer: string;
  label: string;
}): Promise<{ secret: string; uri: string }> {
  const { TOTP } = await import('otpauth');
  const secret = await randomBase32(secretBytes);
  return { secret, uri: new TOTP({ ...name, secret }).toString() };
}

/** The time step of a code; null if the code is wrong. */
export async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const { TOTP } = await import('otpauth');
  const timestamp = now.getTime();
  const delta = new TOTP({ secret, period: stepSeconds }).validate({
    token: code,
    timestamp,
    window: stepsOfTolerance,
  });
  return delta === null ? null : Math.floor(timestamp / 1000 / stepSeconds) + delta;
}

/** A random text in base32. */
export async function randomBase32(bytes: number): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ buffer: new Uint8Array(randomBytes(bytes)).buffer }).base32;
}
