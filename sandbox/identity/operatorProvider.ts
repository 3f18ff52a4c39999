import type { JWK } from 'jose';
import type { Provider } from 'oidc-provider';
import { operatorAccounts } from '../demo/operatorAccounts.ts';
import type { OperatorClient } from './clients.ts';
import { createProvider } from './createProvider.ts';

interface OperatorProviderOptions {
  issuer: string;
  redirectUri: string;
  client: OperatorClient;
  signingKey: JWK;
}

/** Simulates the company's own OpenID provider, with the accounts in `operatorAccounts`. */
export function createOperatorProvider({
  issuer,
  redirectUri,
  client,
  signingKey,
}: OperatorProviderOptions): Promise<Provider> {
  return createProvider(
    {
      issuer,
      cookies: 'operators',
      signingKey,
      prompt: 'login',
      chooser: '/choose-operator',
      redirectUri,
      client: {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        token_endpoint_auth_method: 'client_secret_basic',
        require_auth_time: true,
      },
    },
    {
      scopes: ['openid', 'email'],
      claims: { openid: ['sub', 'amr', 'auth_time'], email: ['email', 'email_verified'] },
      findAccount: (_ctx, id) => {
        const found = operatorAccounts.find(({ name }) => name === id);
        return {
          accountId: id,
          claims: () => ({ sub: id, email: found?.email, email_verified: found !== undefined }),
        };
      },
    },
  );
}
