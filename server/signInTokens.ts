import { createHash, randomBytes } from 'node:crypto';

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
