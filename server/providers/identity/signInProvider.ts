/** The parameters of the provider's sign-in page. */
export interface SignInRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  /** PKCE, S256. */
  codeChallenge: string;
}

/** The answer at `redirectUri`, and the values that it must match. */
export interface SignInAnswer {
  params: URLSearchParams;
  redirectUri: string;
  state: string;
  nonce: string;
  /** PKCE. */
  codeVerifier: string;
}

export type Proof =
  | {
      outcome: 'proven';
      /** Issuer and subject: together they identify one person permanently. */
      issuer: string;
      subject: string;
      /** The name from the provider; null if it sends none. */
      name: string | null;
    }
  /** The person refused, the answer is invalid, or the provider does not answer. */
  | { outcome: 'cancelled' | 'failed' | 'unavailable' };

/** The provider does not answer; a later try may succeed. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/** A sign-in provider: the server asks, and the person answers on the provider's own page. */
export interface SignInProvider {
  /**
   * The page where the person answers.
   *
   * @throws {ProviderUnavailableError}
   */
  authorizationUrl(request: SignInRequest): Promise<string>;
  /** Exchanges the code of an answer for the proven identity. */
  prove(answer: SignInAnswer): Promise<Proof>;
}
