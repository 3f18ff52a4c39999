import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import fastify from 'fastify';
import { MovableClock } from '../../clock.ts';
import { google } from '../../providers/identity/google.ts';
import type { SignInProvider } from '../../providers/identity/signInProvider.ts';

const scriptedClientId = 'our-client';

/** An OpenID provider whose answers a test defines. */
export interface ScriptedProvider {
  readonly issuer: string;
  readonly provider: SignInProvider;
  /** The claims of the next ID tokens. `forged` signs them with a key that is not published. */
  script: { claims: (honest: JWTPayload) => JWTPayload; forged?: boolean };
  /**
   * The nonce for the next ID token. The test sets it to the nonce of the sign-in attempt, which is in the
   * authorization URL.
   */
  nonce: string;
  close(): Promise<void>;
}

export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const [published, foreign] = await Promise.all([keyPair(), keyPair()]);
  const app = fastify({ logger: false, forceCloseConnections: true });
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  let issuer = '';
  app.get('/.well-known/openid-configuration', async () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  }));
  app.get('/jwks', async () => ({
    keys: [{ ...(await exportJWK(published.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }],
  }));
  const scripted: ScriptedProvider['script'] = { claims: (honest) => honest };
  const state = { script: scripted, nonce: '' };
  app.post('/token', async () => {
    const honest = { iss: issuer, aud: scriptedClientId, sub: 'subject-1', nonce: state.nonce };
    const key = state.script.forged ? foreign.privateKey : published.privateKey;
    const token = new SignJWT({ name: 'Alex Rider', ...state.script.claims(honest) })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt();
    if (!('exp' in state.script.claims(honest))) token.setExpirationTime('5 minutes');
    return {
      access_token: 'token',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await token.sign(key),
    };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (!address || typeof address === 'string') throw new Error('the provider has no port');
  issuer = `http://127.0.0.1:${address.port}`;
  const provider = google(
    { clientId: scriptedClientId, clientSecret: 'secret' },
    {
      clock: new MovableClock(),
      issuer,
      sandbox: {
        fetch: (url, { body, ...options }) =>
          fetch(url, { ...options, ...(body !== undefined && { body }) }),
      },
    },
  );
  return Object.assign(state, { issuer, provider, close: () => app.close() });
}

function keyPair() {
  return generateKeyPair('RS256', { extractable: true });
}
