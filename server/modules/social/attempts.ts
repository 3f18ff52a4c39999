import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a rider may take at the provider. */
export const attemptLifetimeMs = 10 * 60_000;

/** 256 random bits in base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, base64url: a PKCE code challenge (S256). */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The stored hash of a state; only the browser with this browserToken can return it. */
export function stateHash(state: string, browserToken: string): string {
  return digest(`${state} ${browserToken}`);
}

/** Whether `verifier` is the secret of a challenge, in constant time. */
export function answersChallenge(verifier: string, challenge: string): boolean {
  const given = Buffer.from(digest(verifier));
  const expected = Buffer.from(challenge);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
