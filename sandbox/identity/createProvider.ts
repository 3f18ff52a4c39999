import { randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import type { ClientMetadata, Configuration, Provider } from 'oidc-provider';
import { html } from '../html.ts';
import { MemoryStore } from './memoryStore.ts';

interface ProviderOptions {
  issuer: string;
  /**
   * The prefix of the provider's cookie names. Each provider needs a different prefix, because all
   * providers have the same origin.
   */
  cookies: string;
  /** The private key (RS256) with which the provider signs the ID tokens. */
  signingKey: JWK;
  prompt: 'login' | 'select_account';
  /** The path of the account chooser. The provider appends a slash and the id of the sign-in. */
  chooser: string;
  client: ClientMetadata;
  redirectUri: string;
}

const minutes = 60;

/**
 * Creates an OpenID provider that asks the person for an account at each sign-in, and that stores its data only in
 * memory.
 */
export async function createProvider(
  { issuer, cookies, signingKey, prompt, chooser, client, redirectUri }: ProviderOptions,
  settings: Configuration,
): Promise<Provider> {
  // The library takes half a second to load, so load it only when a provider is needed.
  const { default: Provider, interactionPolicy } = await import('oidc-provider');
  const ask = new interactionPolicy.Check(
    'asked_each_time',
    'the person is asked each time',
    (ctx) => ctx.oidc.result?.login === undefined,
  );
  const store = new MemoryStore();
  const provider = new Provider(issuer, {
    adapter: (kind) => store.part(kind),
    jwks: { keys: [signingKey] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        session: `${cookies}_session`,
        interaction: `${cookies}_interaction`,
        resume: `${cookies}_resume`,
      },
    },
    ttl: {
      AccessToken: 10 * minutes,
      AuthorizationCode: 5 * minutes,
      Grant: 10 * minutes,
      IdToken: 10 * minutes,
      Interaction: 10 * minutes,
      RefreshToken: 10 * minutes,
      Session: 10 * minutes,
    },
    features: { devInteractions: { enabled: false } },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    interactions: {
      policy: [new interactionPolicy.Prompt({ name: prompt, requestable: true }, ask)],
      url: (_ctx, { uid }) => `${chooser}/${uid}`,
    },
    clients: [
      {
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        ...client,
      },
    ],
    // Grant all requested scopes, because the person has agreed to them by choosing an account.
    async loadExistingGrant({ oidc: { session, client: asking, params } }) {
      if (!session?.accountId || !asking) return undefined;
      const grant = new provider.Grant({
        accountId: session.accountId,
        clientId: asking.clientId,
      });
      if (typeof params?.['scope'] === 'string') grant.addOIDCScope(params['scope']);
      await grant.save();
      return grant;
    },
    renderError: (ctx, { error, error_description: why = '' }) => {
      ctx.type = 'html';
      ctx.body = errorPage(`${error}: ${why}`);
    },
    ...settings,
  });
  // Use the public address in responses, even if the server sent the request to another address.
  provider.proxy = true;
  return provider;
}

/** Renders the page for a request that the provider refuses. */
function errorPage(error: string): string {
  return html`<!doctype html>
    <title>Sandbox</title>
    <p>The sign-in failed: ${error}</p>`;
}
