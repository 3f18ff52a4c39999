import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a token of 256 random bits, in base64url. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The SHA-256 hash in base64url, which is also the form of a PKCE code challenge (S256). A fast hash is enough, because
 * nobody can guess 256 random bits.
 */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * The stored hash of a state and `browserToken`. Only the browser with this token can return the state.
 */
export function stateHash(state: string, browserToken: string): string {
  return digest(`${state} ${browserToken}`);
}

/** Whether `verifier` is the secret of a challenge. The comparison takes constant time. */
export function answersChallenge(verifier: string, challenge: string): boolean {
  const [given, expected] = [Buffer.from(digest(verifier)), Buffer.from(challenge)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
