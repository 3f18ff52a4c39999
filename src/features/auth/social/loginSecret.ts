/** A secret of this page, and the hash of the secret. The server uses both to recognise the page. */
export interface Secret {
  verifier: string;
  /** SHA-256 of the verifier. */
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
