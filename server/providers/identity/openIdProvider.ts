import type { Configuration, CustomFetch, IDToken } from 'openid-client';
import type { Clock } from '../../clock.ts';
import { loadOpenId, outcomeOfError, tidyName, timeoutSeconds, whileThere } from './openid.ts';
import type { Proof, SignInAnswer, SignInProvider, SignInRequest } from './signInProvider.ts';

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  /** With which our server proves itself where the code is exchanged. */
  clientSecret(): string | Promise<string>;
  /** Sent to the provider's page besides what the protocol needs. */
  parameters: Record<string, string>;
  /** The person's name, where it is not the claim `name`. */
  nameOf?(claims: IDToken, params: URLSearchParams): unknown;
  clock: Clock;
  /** For a provider that this server plays itself, without TLS. */
  sandbox?: { fetch: CustomFetch } | undefined;
}

/** What a provider says about itself changes seldom, but it does. */
const discoveryAgeMs = 60 * 60_000;

/**
 * A provider of OpenID Connect, by the code flow with PKCE. The library checks state, issuer (RFC 9207
 * too), audience, nonce, expiry and the signature of the ID token; only that token is used, and what
 * else was issued with it is forgotten at once.
 */
export class OpenIdProvider implements SignInProvider {
  readonly #options: OpenIdOptions;
  #discovered: { configuration: Promise<Configuration>; at: number } | null = null;

  constructor(options: OpenIdOptions) {
    this.#options = options;
  }

  async authorizationUrl(request: SignInRequest): Promise<string> {
    const library = await loadOpenId();
    const configuration = await whileThere(library, () => this.#discover());
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

  /** What the provider says about itself; asked anew after a failure. */
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
    // The secret goes with each exchange: Apple's is made for it.
    const configuration = await discovery(new URL(issuer), clientId, undefined, None(), {
      timeout: timeoutSeconds,
      execute: [enableNonRepudiationChecks, ...(sandbox ? [allowInsecureRequests] : [])],
      ...(sandbox && { [customFetch]: sandbox.fetch }),
    });
    configuration.timeout = timeoutSeconds;
    return configuration;
  }
}
