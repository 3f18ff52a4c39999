/** The parameters for the sign-in page of the provider. */
export interface SignInRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  /** The PKCE challenge, with the method S256. */
  codeChallenge: string;
}

/** The answer that arrived at `redirectUri`, and the values that it must match. */
export interface SignInAnswer {
  params: URLSearchParams;
  redirectUri: string;
  state: string;
  nonce: string;
  /** The PKCE verifier of the challenge. */
  codeVerifier: string;
}

export type Proof =
  | {
      outcome: 'proven';
      /** `issuer` and `subject` together identify a person permanently. */
      issuer: string;
      subject: string;
      /** The name from the provider; null if it sends none. */
      name: string | null;
    }
  /** The person refused, the answer is invalid, or the provider does not respond. */
  | { outcome: 'cancelled' | 'failed' | 'unavailable' };

/** The provider does not respond. A later try may succeed. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/** A sign-in provider. The server sends the person to the provider's own page, where the person signs in. */
export interface SignInProvider {
  /**
   * The address of the page where the person signs in.
   *
   * @throws {ProviderUnavailableError} if the provider does not respond.
   */
  authorizationUrl(request: SignInRequest): Promise<string>;
  /** Exchanges the code of an answer for the proven identity. */
  prove(answer: SignInAnswer): Promise<Proof>;
}
