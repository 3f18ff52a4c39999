import type {
  ClientAuth,
  Configuration,
  CustomFetch,
  IDToken,
  UserInfoResponse,
} from 'openid-client';
import type { Clock } from '../../time/clock.ts';
import {
  loadOpenId,
  orUnavailable,
  outcomeOfError,
  tidyName,
  timeoutSeconds,
  type Failure,
  type Library,
} from './openid.ts';
import type { Proof, SignInAnswer, SignInProvider, SignInRequest } from './signInProvider.ts';

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  /** The secret with which this server authenticates when it exchanges the code. */
  clientSecret(): string | Promise<string>;
  /** How this server sends the secret. By default, the form that exchanges the code contains the secret. */
  authentication?(library: Library): ClientAuth;
  /** The parameters for the page of the provider, in addition to those of the protocol. */
  parameters: Record<string, string>;
  /** Returns the name of the person. It is needed if the provider does not send the claim `name`. */
  nameOf?(claims: IDToken, params: URLSearchParams): unknown;
  clock: Clock;
  /** The `fetch` for the sandbox's provider, which has no TLS. */
  sandbox?: { fetch: CustomFetch } | undefined;
}

/** The claims of a person who signed in, or the reason why there are none. */
export type Exchange =
  | {
      outcome: 'proven';
      claims: IDToken;
      params: URLSearchParams;
      /** Requests further claims from the provider; null if the provider has no address for this request. */
      askUserInfo(): Promise<UserInfoResponse | null>;
    }
  | Failure;

/** For how long the metadata of a provider is cached. It changes rarely. */
const discoveryAgeMs = 60 * 60_000;

/**
 * An OpenID Connect provider, with the authorization code flow and PKCE. The library checks the state and the issuer of
 * the answer (RFC 9207). It also checks the issuer, audience, nonce, expiry and signature of the ID token. The server
 * takes the identity from the ID token, and stores no token.
 */
export class OpenIdProvider implements SignInProvider {
  readonly #options: OpenIdOptions;
  #discovered: { configuration: Promise<Configuration>; at: number } | null = null;

  constructor(options: OpenIdOptions) {
    this.#options = options;
  }

  /** @param parameters further parameters of this request. */
  async authorizationUrl(
    request: SignInRequest,
    parameters: Record<string, string> = {},
  ): Promise<string> {
    const library = await loadOpenId();
    const configuration = await orUnavailable(library, () => this.#discover());
    return library.buildAuthorizationUrl(configuration, {
      ...this.#options.parameters,
      ...parameters,
      redirect_uri: request.redirectUri,
      state: request.state,
      nonce: request.nonce,
      code_challenge: request.codeChallenge,
      code_challenge_method: 'S256',
    }).href;
  }

  async prove(answer: SignInAnswer): Promise<Proof> {
    const exchanged = await this.exchange(answer);
    if (exchanged.outcome !== 'proven') return exchanged;
    const { claims, params } = exchanged;
    const name = this.#options.nameOf?.(claims, params) ?? claims['name'];
    return { outcome: 'proven', issuer: claims.iss, subject: claims.sub, name: tidyName(name) };
  }

  /**
   * Exchanges the code for the claims of the ID token.
   *
   * @param maxAge the greatest age of the sign-in at the provider, in seconds.
   */
  async exchange(
    { params, redirectUri, state, nonce, codeVerifier }: SignInAnswer,
    maxAge?: number,
  ): Promise<Exchange> {
    const library = await loadOpenId();
    try {
      const answer = new URL(`${redirectUri}?${params.toString()}`);
      const configuration = await this.#discover();
      const isInForm = this.#options.authentication === undefined;
      const tokens = await library.authorizationCodeGrant(
        configuration,
        answer,
        {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
          ...(maxAge !== undefined && { maxAge }),
        },
        isInForm ? { client_secret: await this.#options.clientSecret() } : {},
      );
      const claims = tokens.claims();
      if (!claims) return { outcome: 'failed' };
      const askUserInfo = async () =>
        configuration.serverMetadata().userinfo_endpoint === undefined
          ? null
          : library.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { outcome: 'proven', claims, params, askUserInfo };
    } catch (error) {
      return outcomeOfError(error, library);
    }
  }

  /** Fetches the metadata, so that a wrong issuer is found before somebody signs in. */
  async check(): Promise<void> {
    await this.#discover();
  }

  /** Returns the cached metadata of the provider, or fetches it. After a failure, the next call fetches it again. */
  #discover(): Promise<Configuration> {
    const now = this.#options.clock.now().getTime();
    if (!this.#discovered || now - this.#discovered.at >= discoveryAgeMs) {
      const configuration = this.#askConfiguration();
      this.#discovered = { configuration, at: now };
      configuration.catch(() => {
        if (this.#discovered?.configuration === configuration) this.#discovered = null;
      });
    }
    return this.#discovered.configuration;
  }

  async #askConfiguration(): Promise<Configuration> {
    const library = await loadOpenId();
    const { discovery, None, allowInsecureRequests, customFetch, enableNonRepudiationChecks } =
      library;
    const { issuer, clientId, sandbox, authentication } = this.#options;
    // Without `authentication`, the configuration contains no secret. Each exchange then adds the secret, because
    // Apple's secret is created for one exchange.
    const client = authentication?.(library) ?? None();
    const configuration = await discovery(new URL(issuer), clientId, undefined, client, {
      timeout: timeoutSeconds,
      execute: [enableNonRepudiationChecks, ...(sandbox ? [allowInsecureRequests] : [])],
      ...(sandbox && { [customFetch]: sandbox.fetch }),
    });
    configuration.timeout = timeoutSeconds;
    return configuration;
  }
}
