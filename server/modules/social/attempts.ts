import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a person may take at the provider. */
export const attemptLifetimeMs = 10 * 60_000;

/** 256 random bits, as a URL carries them. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, base64url: what PKCE calls a challenge (S256). */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** What is stored of a state: only the browser with this mark brings it back. */
export function stateHash(state: string, mark: string): string {
  return digest(`${state} ${mark}`);
}

/** Whether `verifier` is the secret behind a challenge; takes as long for a near miss as for any. */
export function answersChallenge(verifier: string, challenge: string): boolean {
  const given = Buffer.from(digest(verifier));
  const expected = Buffer.from(challenge);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
