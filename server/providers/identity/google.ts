import { OpenIdProvider, type OpenIdOptions } from './openIdProvider.ts';

export interface GoogleClient {
  clientId: string;
  clientSecret: string;
}

const googleIssuer = 'https://accounts.google.com';

/**
 * Sign-in with Google: the profile, the choice of an account each time, and a code with offline
 * access. The code is worth a refresh token too. We keep none: there is nothing that we would do
 * for a person while they are away.
 */
export function google(
  { clientId, clientSecret }: GoogleClient,
  {
    clock,
    sandbox,
    issuer = googleIssuer,
  }: Pick<OpenIdOptions, 'clock' | 'sandbox'> & {
    issuer?: string;
  },
): OpenIdProvider {
  return new OpenIdProvider({
    issuer,
    clientId,
    clientSecret: () => clientSecret,
    parameters: { scope: 'openid profile', prompt: 'select_account', access_type: 'offline' },
    clock,
    sandbox,
  });
}
