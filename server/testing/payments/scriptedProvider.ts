import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import fastify from 'fastify';
import type { CustomFetch } from 'openid-client';
import { MovableClock } from '../../time/clock.ts';
import { google } from '../../providers/identity/google.ts';
import { operatorSignIn, type OperatorSignIn } from '../../providers/identity/operatorSignIn.ts';
import type { SignInProvider } from '../../providers/identity/signInProvider.ts';

const scriptedClientId = 'our-client';

/** An OpenID provider whose answers a test defines. */
export interface ScriptedProvider {
  readonly issuer: string;
  readonly provider: SignInProvider;
  /** The adapter with which operators sign in at the same provider. */
  readonly operators: OperatorSignIn;
  /** The warnings in the log of `operators`. */
  readonly warnings: readonly string[];
  /**
   * The claims of the next ID tokens. With `forged`, the provider signs the tokens with a key that it does not publish.
   */
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
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  }));
  app.get('/userinfo', (_request, reply) => reply.code(503).send());
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
  const options = {
    clock: new MovableClock(),
    sandbox: {
      fetch: ((url, { body, ...others }) =>
        fetch(url, { ...others, ...(body !== undefined && { body }) })) satisfies CustomFetch,
    },
  };
  const client = { clientId: scriptedClientId, clientSecret: 'secret' };
  const provider = google(client, { ...options, issuer });
  const warnings: string[] = [];
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) };
  const operators = operatorSignIn({ ...client, issuer, acr: 'gold' }, { ...options, log });
  return Object.assign(state, { issuer, provider, operators, warnings, close: () => app.close() });
}

function keyPair() {
  return generateKeyPair('RS256', { extractable: true });
}
