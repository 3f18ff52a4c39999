import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a person may take at the provider. */
export const attemptLifetimeMs = 10 * 60_000;

/** 256 random bits, as a URL carries them. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, base64url: what is stored of a state, and what PKCE calls a challenge (S256). */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Whether `verifier` is the secret behind a challenge; takes as long for a near miss as for any. */
export function answersChallenge(verifier: string, challenge: string): boolean {
  const given = Buffer.from(digest(verifier));
  const expected = Buffer.from(challenge);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
