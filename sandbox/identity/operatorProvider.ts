import { randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import type { Provider } from 'oidc-provider';
import type { OperatorClient } from './clients.ts';
import { MemoryStore } from './memoryStore.ts';
import { operatorAccounts } from '../demo/operatorAccounts.ts';
import { errorPage } from './simulatedProvider.ts';

interface OperatorProviderOptions {
  issuer: string;
  redirectUri: string;
  client: OperatorClient;
  signingKey: JWK;
}

const minutes = 60;

/** Simulates the company's own OpenID provider, with one account for each role of operators. */
export async function createOperatorProvider({
  issuer,
  redirectUri,
  client,
  signingKey,
}: OperatorProviderOptions): Promise<Provider> {
  const { default: Provider, interactionPolicy } = await import('oidc-provider');
  const ask = new interactionPolicy.Check(
    'asked_each_time',
    'the person is asked each time',
    (ctx) => ctx.oidc.result?.login === undefined,
  );
  const store = new MemoryStore();
  const simulated = new Provider(issuer, {
    adapter: (kind) => store.part(kind),
    jwks: { keys: [signingKey] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        session: 'operators_session',
        interaction: 'operators_interaction',
        resume: 'operators_resume',
      },
    },
    ttl: {
      AccessToken: 10 * minutes,
      AuthorizationCode: 5 * minutes,
      Grant: 10 * minutes,
      IdToken: 10 * minutes,
      Interaction: 10 * minutes,
      Session: 10 * minutes,
    },
    features: { devInteractions: { enabled: false } },
    scopes: ['openid', 'email'],
    claims: { openid: ['sub', 'amr', 'auth_time'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    interactions: {
      policy: [new interactionPolicy.Prompt({ name: 'login', requestable: true }, ask)],
      url: (_ctx, { uid }) => `/choose-operator/${uid}`,
    },
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
        require_auth_time: true,
      },
    ],
    findAccount: (_ctx, id) => {
      const found = operatorAccounts.find(({ name }) => name === id);
      return {
        accountId: id,
        claims: () => ({ sub: id, email: found?.email, email_verified: found !== undefined }),
      };
    },
    async loadExistingGrant({ oidc: { session, client: asking, params } }) {
      if (!session?.accountId || !asking) return undefined;
      const grant = new simulated.Grant({
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
  });
  // Use the public address in responses, even if the server sent the request to another address.
  simulated.proxy = true;
  return simulated;
}
