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
 * Hashes the OAuth parameter `state` together with the token of a browser. The server stores this hash, so that it
 * accepts the `state` only from the browser that has the token.
 */
export function stateHash(state: string, browserToken: string): string {
  return digest(`${state} ${browserToken}`);
}

/** Whether a PKCE challenge was made from `verifier`. The comparison takes constant time. */
export function answersChallenge(verifier: string, challenge: string): boolean {
  const [given, expected] = [Buffer.from(digest(verifier)), Buffer.from(challenge)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
