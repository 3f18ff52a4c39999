import type { Configuration, CustomFetch, IDToken } from 'openid-client';
import type { Clock } from '../../clock.ts';
import { loadOpenId, outcomeOfError, tidyName, timeoutSeconds, orUnavailable } from './openid.ts';
import type { Proof, SignInAnswer, SignInProvider, SignInRequest } from './signInProvider.ts';

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  /** The secret with which this server authenticates when it exchanges the code. */
  clientSecret(): string | Promise<string>;
  /** The parameters for the page of the provider, in addition to those of the protocol. */
  parameters: Record<string, string>;
  /** Returns the name of the person, if it is not in the claim `name`. */
  nameOf?(claims: IDToken, params: URLSearchParams): unknown;
  clock: Clock;
  /** The `fetch` for the sandbox's provider, which has no TLS. */
  sandbox?: { fetch: CustomFetch } | undefined;
}

/** For how long the metadata of a provider is cached. It changes rarely. */
const discoveryAgeMs = 60 * 60_000;

/**
 * An OpenID Connect provider, with the authorization code flow and PKCE. The library checks the state and
 * the issuer of the answer (RFC 9207). It also checks the issuer, audience, nonce, expiry and signature of
 * the ID token. The server uses only the ID token, and drops all other tokens.
 */
export class OpenIdProvider implements SignInProvider {
  readonly #options: OpenIdOptions;
  #discovered: { configuration: Promise<Configuration>; at: number } | null = null;

  constructor(options: OpenIdOptions) {
    this.#options = options;
  }

  async authorizationUrl(request: SignInRequest): Promise<string> {
    const library = await loadOpenId();
    const configuration = await orUnavailable(library, () => this.#discover());
    return library.buildAuthorizationUrl(configuration, {
      ...this.#options.parameters,
      redirect_uri: request.redirectUri,
      state: request.state,
      nonce: request.nonce,
      code_challenge: request.codeChallenge,
      code_challenge_method: 'S256',
    }).href;
  }

  async prove({ params, redirectUri, state, nonce, codeVerifier }: SignInAnswer): Promise<Proof> {
    const library = await loadOpenId();
    try {
      const answer = new URL(`${redirectUri}?${params.toString()}`);
      const tokens = await library.authorizationCodeGrant(
        await this.#discover(),
        answer,
        {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        },
        { client_secret: await this.#options.clientSecret() },
      );
      const claims = tokens.claims();
      if (!claims) return { outcome: 'failed' };
      const name = this.#options.nameOf?.(claims, params) ?? claims['name'];
      return { outcome: 'proven', issuer: claims.iss, subject: claims.sub, name: tidyName(name) };
    } catch (error) {
      return outcomeOfError(error, library);
    }
  }

  /** Fetches the metadata of the provider. After a failure, the next call fetches it again. */
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
    const { discovery, None, allowInsecureRequests, customFetch, enableNonRepudiationChecks } =
      await loadOpenId();
    const { issuer, clientId, sandbox } = this.#options;
    // The secret is added at each exchange, because Apple's secret is created for one exchange.
    const configuration = await discovery(new URL(issuer), clientId, undefined, None(), {
      timeout: timeoutSeconds,
      execute: [enableNonRepudiationChecks, ...(sandbox ? [allowInsecureRequests] : [])],
      ...(sandbox && { [customFetch]: sandbox.fetch }),
    });
    configuration.timeout = timeoutSeconds;
    return configuration;
  }
}
