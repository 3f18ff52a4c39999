import { createHmac } from 'node:crypto';
import type { Configuration, CustomFetch } from 'openid-client';
import { z } from 'zod';
import { providerTimeoutMs } from '../providerTimeout.ts';
import { loadOpenId, outcomeOfError, tidyName, timeoutSeconds } from './openid.ts';
import type { Proof, SignInAnswer, SignInProvider, SignInRequest } from './signInProvider.ts';

export interface FacebookClient {
  clientId: string;
  clientSecret: string;
}

export interface FacebookAddresses {
  /** The issuer, which is part of the key of an identity. */
  issuer: string;
  dialog: string;
  token: string;
  me: string;
}

const version = 'v24.0';
const facebookAddresses: FacebookAddresses = {
  issuer: 'https://www.facebook.com',
  dialog: `https://www.facebook.com/${version}/dialog/oauth`,
  token: `https://graph.facebook.com/${version}/oauth/access_token`,
  me: `https://graph.facebook.com/${version}/me`,
};

const Me = z.object({ id: z.string().min(1), name: z.string().optional() });

/**
 * Facebook Login: OAuth 2.0, then one call of the Graph API. The call to the Graph API is signed with the secret of the
 * app, so that Facebook refuses the tokens of other apps. The token is not stored.
 */
export class Facebook implements SignInProvider {
  readonly #client: FacebookClient;
  readonly #addresses: FacebookAddresses;
  readonly #sandbox: { fetch: CustomFetch } | undefined;

  constructor(
    client: FacebookClient,
    addresses: FacebookAddresses = facebookAddresses,
    sandbox?: { fetch: CustomFetch },
  ) {
    this.#client = client;
    this.#addresses = addresses;
    this.#sandbox = sandbox;
  }

  async authorizationUrl(request: SignInRequest): Promise<string> {
    const { buildAuthorizationUrl } = await loadOpenId();
    return buildAuthorizationUrl(await this.#configuration(), {
      scope: 'public_profile',
      redirect_uri: request.redirectUri,
      state: request.state,
      code_challenge: request.codeChallenge,
      code_challenge_method: 'S256',
    }).href;
  }

  async prove({ params, redirectUri, state, codeVerifier }: SignInAnswer): Promise<Proof> {
    const library = await loadOpenId();
    try {
      const answer = new URL(`${redirectUri}?${params.toString()}`);
      const { access_token: token } = await library.authorizationCodeGrant(
        await this.#configuration(),
        answer,
        { expectedState: state, pkceCodeVerifier: codeVerifier },
      );
      return await this.#askGraph(token);
    } catch (error) {
      return outcomeOfError(error, library);
    }
  }

  async #askGraph(token: string): Promise<Proof> {
    const address = new URL(this.#addresses.me);
    address.searchParams.set('fields', 'id,name');
    const proof = createHmac('sha256', this.#client.clientSecret).update(token).digest('hex');
    address.searchParams.set('appsecret_proof', proof);
    const question = {
      method: 'GET',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(providerTimeoutMs),
    } as const;
    const asked = this.#sandbox
      ? this.#sandbox.fetch(address.href, { ...question, body: undefined })
      : fetch(address, question);
    const response = await asked.catch((error: unknown) => {
      if (error instanceof TypeError || error instanceof DOMException) return null;
      throw error;
    });
    if (!response || response.status >= 500) return { outcome: 'unavailable' };
    const me = Me.safeParse(await response.json().catch(() => null));
    if (!response.ok || !me.success) return { outcome: 'failed' };
    const { id, name } = me.data;
    return {
      outcome: 'proven',
      issuer: this.#addresses.issuer,
      subject: id,
      name: tidyName(name),
    };
  }

  async #configuration(): Promise<Configuration> {
    const library = await loadOpenId();
    const { Configuration, ClientSecretPost, allowInsecureRequests } = library;
    const { issuer, dialog, token } = this.#addresses;
    const { clientId, clientSecret } = this.#client;
    const configuration = new Configuration(
      { issuer, authorization_endpoint: dialog, token_endpoint: token },
      clientId,
      undefined,
      ClientSecretPost(clientSecret),
    );
    configuration.timeout = timeoutSeconds;
    if (this.#sandbox) {
      allowInsecureRequests(configuration);
      configuration[library.customFetch] = this.#sandbox.fetch;
    }
    return configuration;
  }
}
