import { randomBytes } from 'node:crypto';
import { importSPKI, jwtVerify, type JWK } from 'jose';
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { SocialProvider } from '../../contract/socialProvider.ts';
import { html } from '../html.ts';
import type { IdentityClients } from './clients.ts';
import { MemoryStore } from './memoryStore.ts';
import type { People } from './people.ts';

export interface PlayedProviderOptions {
  provider: SocialProvider;
  issuer: string;
  /** Where our server takes the answer. */
  redirectUri: string;
  clients: IdentityClients;
  people: People;
  /** Signs the ID tokens; private, RS256. */
  signingKey: JWK;
}

export type Played = ReadonlyMap<SocialProvider, Provider>;

const minutes = 60;

/** One of the three, played by a real OpenID provider with the habits of the one it stands for. */
export async function playProvider(options: PlayedProviderOptions): Promise<Provider> {
  // Half a second that a start of the server is spared.
  const { default: Provider, interactionPolicy } = await import('oidc-provider');
  const { provider: name, clients } = options;
  // Asked each time, as Google is to ask; the others ask at least whether to go on as the same one.
  const ask = new interactionPolicy.Check(
    'asked_each_time',
    'the person is asked each time',
    (ctx) => ctx.oidc.result?.login === undefined,
  );
  const prompt = name === 'google' ? 'select_account' : 'login';
  const policy = [new interactionPolicy.Prompt({ name: prompt, requestable: true }, ask)];
  const played = new Provider(options.issuer, {
    ...commonSettings(options),
    ...habits[name],
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
    // Every account gives what is asked for: the page where it is chosen has asked already.
    async loadExistingGrant({ oidc: { session, client, params } }) {
      if (!session?.accountId || !client) return undefined;
      const grant = new played.Grant({
        accountId: session.accountId,
        clientId: client.clientId,
      });
      if (typeof params?.['scope'] === 'string') grant.addOIDCScope(params['scope']);
      await grant.save();
      return grant;
    },
  });
  // The address that people know, whatever name our own server calls it by.
  played.proxy = true;
  if (name === 'apple') playApple(played, options);
  return played;
}

function commonSettings({ provider, people, signingKey }: PlayedProviderOptions): Configuration {
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

const habits: Record<SocialProvider, Partial<Configuration>> = {
  google: { scopes: ['openid', 'profile'], extraParams: ['access_type'] },
  // The name is in the form that brings the code, and not in the token.
  apple: { scopes: ['openid', 'name'], claims: { openid: ['sub'], name: [] } },
  facebook: {
    scopes: ['public_profile'],
    routes: { authorization: '/dialog/oauth', token: '/oauth/access_token' },
  },
};

/** Apple's client secret is a JWT by the team's key, and its form tells the name the first time. */
function playApple(played: Provider, { issuer, clients, people }: PlayedProviderOptions): void {
  const { clientId, teamId, keyId, publicKey } = clients.apple;
  played.Client.prototype.compareClientSecret = async (secret) => {
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

  const told = new Set<string>();
  played.use(async (ctx: KoaContextWithOIDC, next) => {
    await next();
    const account = ctx.oidc?.session?.accountId;
    if (typeof ctx.body !== 'string' || !account || !ctx.body.includes('name="code"')) return;
    if (told.has(account)) return;
    told.add(account);
    const [firstName = '', ...rest] = (people.nameOf(account) ?? '').split(' ');
    const user = JSON.stringify({ name: { firstName, lastName: rest.join(' ') } });
    const field = html`<input type="hidden" name="user" value="${user}" />`;
    ctx.body = ctx.body.replace('<noscript>', `${field}<noscript>`);
  });
}

/** The library wants one; Apple's clients have none. */
function unusedSecret(): string {
  return randomBytes(32).toString('base64url');
}

function errorPage(error: string): string {
  return html`<!doctype html>
    <title>Sandbox</title>
    <p>The sign-in cannot go on: ${error}</p>`;
}
