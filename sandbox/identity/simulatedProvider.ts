import { randomBytes } from 'node:crypto';
import { importSPKI, jwtVerify, type JWK } from 'jose';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { SocialProvider } from '../../contract/signIn/socialProvider.ts';
import { html } from '../html.ts';
import type { IdentityClients } from './clients.ts';
import { createProvider } from './createProvider.ts';
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

/** Creates an OpenID provider that behaves like Facebook, Apple or Google. */
export async function createSimulatedProvider(
  options: SimulatedProviderOptions,
): Promise<Provider> {
  const { provider: name, issuer, redirectUri, signingKey, clients, people } = options;
  const simulated = await createProvider(
    {
      issuer,
      cookies: name,
      signingKey,
      // Google always shows its account chooser. The other providers ask the person at least to confirm the previous
      // account.
      prompt: name === 'google' ? 'select_account' : 'login',
      chooser: `/choose/${name}`,
      redirectUri,
      client: {
        client_id: clients[name].clientId,
        client_secret: name === 'apple' ? unusedSecret() : clients[name].clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
      },
    },
    {
      claims: { openid: ['sub'], profile: ['name'] },
      findAccount: (_ctx, id) => ({
        accountId: id,
        claims: () => ({ sub: id, name: people.nameOf(id) }),
      }),
      ...behaviours[name],
    },
  );
  if (name === 'apple') simulateApple(simulated, options);
  return simulated;
}

const behaviours: Record<SocialProvider, Partial<Configuration>> = {
  google: { scopes: ['openid', 'profile'], extraParams: ['access_type'] },
  // Apple sends the name in the posted form that contains the code, and not in the token.
  apple: { scopes: ['openid', 'name'], claims: { openid: ['sub'], name: [] } },
  facebook: {
    scopes: ['public_profile'],
    routes: { authorization: '/dialog/oauth', token: '/oauth/access_token' },
  },
};

/**
 * Adds Apple's special behaviour. The client secret is a JWT that is signed with the team's key. The posted form
 * contains the person's name only at the first sign-in of an account after the start of the provider.
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
