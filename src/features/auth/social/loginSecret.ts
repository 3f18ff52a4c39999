/**
 * A secret of this page, and the hash of the secret. The server gets the hash at the start of a login and the secret
 * at the end. If they match, the same page began the login.
 */
export interface Secret {
  verifier: string;
  /** SHA-256 of the verifier, in base64url. */
  challenge: string;
}

/** Creates a secret of 256 random bits. Only the page with the secret can finish the login that it began. */
export async function makeSecret(): Promise<Secret> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(new Uint8Array(digest)) };
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
