import { OpenIdProvider, type OpenIdOptions } from './openIdProvider.ts';

export interface GoogleClient {
  clientId: string;
  clientSecret: string;
}

const googleIssuer = 'https://accounts.google.com';

/**
 * Sign-in with Google. It requests the profile, a choice of account each time, and offline access. The
 * refresh token is not stored, because the server never calls Google while the rider is away.
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
