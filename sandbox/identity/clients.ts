import { createHmac, generateKeyPairSync } from 'node:crypto';
import type { AppleClient } from '../../server/providers/identity/apple.ts';
import type { FacebookClient } from '../../server/providers/identity/facebook.ts';
import type { GoogleClient } from '../../server/providers/identity/google.ts';

/** Our server as a client of each simulated provider. */
export interface IdentityClients {
  google: GoogleClient;
  apple: AppleClient & { publicKey: string };
  facebook: FacebookClient;
}

/** The key pair for Apple is only in memory, because this process holds both halves. */
export function makeClients(secret: string): IdentityClients {
  const secretOf = (provider: string) =>
    createHmac('sha256', secret).update(`client of ${provider}`).digest('base64url');
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    google: { clientId: 'sandbox.google', clientSecret: secretOf('google') },
    apple: { clientId: 'sandbox.apple', teamId: 'SANDBOX000', keyId: 'SANDBOX001', ...pair },
    facebook: { clientId: 'sandbox.facebook', clientSecret: secretOf('facebook') },
  };
}
