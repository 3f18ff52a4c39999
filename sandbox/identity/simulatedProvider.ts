import { randomBytes } from 'node:crypto';
import { importSPKI, jwtVerify, type JWK } from 'jose';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { SocialProvider } from '../../contract/socialProvider.ts';
import { html } from '../html.ts';
import type { IdentityClients } from './clients.ts';
import { MemoryStore } from './memoryStore.ts';
import type { People } from './people.ts';

export interface SimulatedProviderOptions {
  provider: SocialProvider;
  issuer: string;
  /** The redirect URI of the server. */
  redirectUri: string;
  clients: IdentityClients;
  people: People;
  /** The private key (RS256) with which the provider signs the ID tokens. */
  signingKey: JWK;
}

export type SimulatedProviders = ReadonlyMap<SocialProvider, Provider>;

const minutes = 60;

/** Simulates one of the three providers: an OpenID provider that behaves like the real provider. */
export async function createSimulatedProvider(
  options: SimulatedProviderOptions,
): Promise<Provider> {
  // The library takes half a second to load, so load it only when a provider is needed.
  const { default: Provider, interactionPolicy } = await import('oidc-provider');
  const { provider: name, clients } = options;
  // Ask the person at each sign-in. Google always shows the choice of accounts. The other providers
  // at least ask whether to continue with the account of the previous sign-in.
  const ask = new interactionPolicy.Check(
    'asked_each_time',
    'the person is asked each time',
    (ctx) => ctx.oidc.result?.login === undefined,
  );
  const prompt = name === 'google' ? 'select_account' : 'login';
  const policy = [new interactionPolicy.Prompt({ name: prompt, requestable: true }, ask)];
  const simulated = new Provider(options.issuer, {
    ...commonSettings(options),
    ...behaviours[name],
    interactions: { policy, url: (_ctx, { uid }) => `/choose/${name}/${uid}` },
    clients: [
      {
        client_id: clients[name].clientId,
        client_secret: name === 'apple' ? unusedSecret() : clients[name].clientSecret,
        redirect_uris: [options.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    // Grant all requested scopes, because the person has agreed on the page that chooses the
    // account.
    async loadExistingGrant({ oidc: { session, client, params } }) {
      if (!session?.accountId || !client) return undefined;
      const grant = new simulated.Grant({
        accountId: session.accountId,
        clientId: client.clientId,
      });
      if (typeof params?.['scope'] === 'string') grant.addOIDCScope(params['scope']);
      await grant.save();
      return grant;
    },
  });
  // Use the public address in responses, even if the server sent the request to another address.
  simulated.proxy = true;
  if (name === 'apple') simulateApple(simulated, options);
  return simulated;
}

function commonSettings({ provider, people, signingKey }: SimulatedProviderOptions): Configuration {
  const store = new MemoryStore();
  return {
    adapter: (kind) => store.part(kind),
    jwks: { keys: [signingKey] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        session: `${provider}_session`,
        interaction: `${provider}_interaction`,
        resume: `${provider}_resume`,
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
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, name: people.nameOf(id) }),
    }),
    renderError: (ctx, { error, error_description: why = '' }) => {
      ctx.type = 'html';
      ctx.body = errorPage(`${error}: ${why}`);
    },
  };
}

const behaviours: Record<SocialProvider, Partial<Configuration>> = {
  google: { scopes: ['openid', 'profile'], extraParams: ['access_type'] },
  // Apple sends the name in the form that contains the code, and not in the token.
  apple: { scopes: ['openid', 'name'], claims: { openid: ['sub'], name: [] } },
  facebook: {
    scopes: ['public_profile'],
    routes: { authorization: '/dialog/oauth', token: '/oauth/access_token' },
  },
};

/**
 * Adds Apple's special behaviour. The client secret is a JWT that is signed with the team's key.
 * The form contains the person's name only at the first sign-in.
 */
function simulateApple(
  simulated: Provider,
  { issuer, clients, people }: SimulatedProviderOptions,
): void {
  const { clientId, teamId, keyId, publicKey } = clients.apple;
  simulated.Client.prototype.compareClientSecret = async (secret) => {
    const key = await importSPKI(publicKey, 'ES256');
    const { protectedHeader } = await jwtVerify(secret, key, {
      algorithms: ['ES256'],
      issuer: teamId,
      subject: clientId,
      audience: issuer,
      requiredClaims: ['exp', 'iat'],
    }).catch(() => ({ protectedHeader: { kid: undefined } }));
    return protectedHeader.kid === keyId;
  };

  const knownAccounts = new Set<string>();
  simulated.use(async (ctx: KoaContextWithOIDC, next) => {
    await next();
    const account = ctx.oidc?.session?.accountId;
    if (typeof ctx.body !== 'string' || !account || !ctx.body.includes('name="code"')) return;
    if (knownAccounts.has(account)) return;
    knownAccounts.add(account);
    const [firstName = '', ...rest] = (people.nameOf(account) ?? '').split(' ');
    const user = JSON.stringify({ name: { firstName, lastName: rest.join(' ') } });
    const field = html`<input type="hidden" name="user" value="${user}" />`;
    ctx.body = ctx.body.replace('<noscript>', `${field}<noscript>`);
  });
}

/** Returns a random client secret. The library requires a secret, but Apple's clients have none. */
function unusedSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Renders the page for a request that the provider refuses. */
export function errorPage(error: string): string {
  return html`<!doctype html>
    <title>Sandbox</title>
    <p>The sign-in failed: ${error}</p>`;
}
