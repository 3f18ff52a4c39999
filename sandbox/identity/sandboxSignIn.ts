import type { CustomFetch } from 'openid-client';
import type { Clock } from '../../server/clock.ts';
import { apple } from '../../server/providers/identity/apple.ts';
import type { SignInProviders } from '../../server/providers/identity/createSignInProviders.ts';
import { Facebook } from '../../server/providers/identity/facebook.ts';
import { google } from '../../server/providers/identity/google.ts';
import type { IdentityClients } from './clients.ts';

export interface PlayedIdentity {
  /** Where browsers reach the provider. */
  url: string;
  /** Where this server does. */
  localUrl: string;
  clients: IdentityClients;
  clock: Clock;
}

/** The three, as our server reaches those that the sandbox plays. */
export function createSandboxSignIn(played: PlayedIdentity): Required<SignInProviders> {
  const { url, localUrl, clients, clock } = played;
  const ask: CustomFetch = (address, { body, ...options }) =>
    fetch(address.replace(url, localUrl), { ...options, ...(body !== undefined && { body }) });
  const sandbox = { fetch: ask };
  const addresses = {
    issuer: `${url}/facebook`,
    dialog: `${url}/facebook/dialog/oauth`,
    token: `${url}/facebook/oauth/access_token`,
    me: `${url}/facebook/me`,
  };
  return {
    facebook: new Facebook(clients.facebook, addresses, sandbox),
    apple: apple(clients.apple, { clock, sandbox, issuer: `${url}/apple` }),
    google: google(clients.google, { clock, sandbox, issuer: `${url}/google` }),
  };
}
