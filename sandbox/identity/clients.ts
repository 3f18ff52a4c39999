import { createECDH, createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import type { AppleClient } from '../../server/providers/identity/apple.ts';
import type { FacebookClient } from '../../server/providers/identity/facebook.ts';
import type { GoogleClient } from '../../server/providers/identity/google.ts';

/** The credentials with which the server authenticates at each simulated provider. */
export interface IdentityClients {
  google: GoogleClient;
  apple: AppleClient & { publicKey: string };
  facebook: FacebookClient;
  operators: OperatorClient;
}

/** The client with which operators sign in. */
export interface OperatorClient {
  clientId: string;
  clientSecret: string;
}

/**
 * Derives the client secrets and the key pair for Apple from one secret. The server and the sandbox
 * therefore compute the same values.
 */
export function makeClients(secret: string): IdentityClients {
  const secretOf = (provider: string) =>
    createHmac('sha256', secret).update(`client of ${provider}`).digest('base64url');
  const pair = keyPairOf(createHmac('sha256', secret).update('key of apple').digest());
  return {
    google: { clientId: 'sandbox.google', clientSecret: secretOf('google') },
    apple: { clientId: 'sandbox.apple', teamId: 'SANDBOX000', keyId: 'SANDBOX001', ...pair },
    facebook: { clientId: 'sandbox.facebook', clientSecret: secretOf('facebook') },
    operators: { clientId: 'sandbox.operators', clientSecret: secretOf('operators') },
  };
}

/** Returns the P-256 key pair that belongs to a private key of 32 bytes. */
function keyPairOf(secretKey: Buffer): { privateKey: string; publicKey: string } {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(secretKey);
  // An uncompressed point begins with one byte for its format, followed by the two coordinates.
  const point = curve.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const d = secretKey.toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', d, ...(x && y && { x, y }) };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
  };
}
