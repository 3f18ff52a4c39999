import type { CustomFetch } from 'openid-client';
import type { Clock } from '../../server/time/clock.ts';
import { apple } from '../../server/providers/identity/apple.ts';
import type { SignInProviders } from '../../server/providers/identity/createSignInProviders.ts';
import { Facebook } from '../../server/providers/identity/facebook.ts';
import { google } from '../../server/providers/identity/google.ts';
import { operatorSignIn, type WarningLog } from '../../server/providers/identity/operatorSignIn.ts';
import type { IdentityClients } from '../identity/clients.ts';

export interface SimulatedIdentity {
  /** The address of the simulated provider for browsers. */
  url: string;
  /** The address of the simulated provider for this server. */
  localUrl: string;
  clients: IdentityClients;
  clock: Clock;
  log: WarningLog;
}

/**
 * Creates the adapters to the sign-in providers of riders and operators. The adapters call the simulated providers.
 */
export function createSandboxSignIn(simulated: SimulatedIdentity): Required<SignInProviders> {
  const { url, localUrl, clients, clock, log } = simulated;
  const fetchLocally: CustomFetch = (address, { body, ...options }) =>
    fetch(address.replace(url, localUrl), { ...options, ...(body !== undefined && { body }) });
  const sandbox = { fetch: fetchLocally };
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
    operators: operatorSignIn(
      { ...clients.operators, issuer: `${url}/operators`, acr: null },
      { clock, sandbox, log },
    ),
  };
}
