/** What a provider's page is asked for, besides who asks. */
export interface SignInRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  /** PKCE, S256. */
  codeChallenge: string;
}

/** What came back to `redirectUri`, and what it has to agree with. */
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
      /** The name that the provider tells; null where it tells none. */
      name: string | null;
    }
  /** The person refused, the answer does not hold, or the provider could not be asked. */
  | { outcome: 'cancelled' | 'failed' | 'unavailable' };

/** The provider could not be asked; somebody else's fault, and worth another try. */
export class ProviderAwayError extends Error {
  override readonly name = 'ProviderAwayError';
}

/** A sign-in provider: the server asks, and the person answers on the provider's own page. */
export interface SignInProvider {
  /**
   * The page where the person answers.
   *
   * @throws {ProviderAwayError}
   */
  authorizationUrl(request: SignInRequest): Promise<string>;
  /** Exchanges the code of an answer for the proven identity. */
  prove(answer: SignInAnswer): Promise<Proof>;
}
