import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  startScriptedProvider,
  type ScriptedProvider,
} from '../../testing/payments/scriptedProvider.ts';
import {
  begin,
  codeOf,
  finish,
  publicUrl,
  startSocialWorld,
  type SocialWorld,
} from '../../testing/socialWorld.ts';
import { preferredEngine } from '../../testing/database.ts';

let scripted: ScriptedProvider;
let world: SocialWorld;
beforeAll(async () => {
  scripted = await startScriptedProvider();
  world = await startSocialWorld(preferredEngine, { google: scripted.provider });
});
afterAll(async () => {
  await world.close();
  await scripted.close();
});
beforeEach(() => {
  scripted.script = { claims: (honest) => honest };
});

/** Makes an attempt. The provider answers with the parameters that `change` has modified. */
async function answered(change: (honest: URLSearchParams) => void = () => undefined) {
  const attempt = await begin(world.app, 'google');
  const asked = new URL(attempt.url).searchParams;
  scripted.nonce = asked.get('nonce') ?? '';
  const params = new URLSearchParams({
    code: 'code',
    state: asked.get('state') ?? '',
    iss: scripted.issuer,
  });
  change(params);
  const back = await world
    .browser()
    .open(`${publicUrl}/api/auth/social/google/callback?${params.toString()}`);
  return { attempt, back: new URL(back.url) };
}

async function nobody(): Promise<void> {
  const users = await world.app.deps.db.selectFrom('users').selectAll().execute();
  expect(users).toEqual([]);
}

const inTheFuture = 4_000_000_000;
const forgeries: [string, (honest: JWTPayload) => JWTPayload][] = [
  ['another issuer', (honest) => ({ ...honest, iss: 'https://accounts.google.com' })],
  ['another audience', (honest) => ({ ...honest, aud: 'somebody-else' })],
  [
    'several audiences, issued to another client',
    (honest) => ({ ...honest, aud: ['x', 'our-client'], azp: 'x' }),
  ],
  ['another nonce', (honest) => ({ ...honest, nonce: 'another' })],
  ['no nonce', ({ nonce: _nonce, ...honest }) => honest],
  ['no subject', ({ sub: _sub, ...honest }) => honest],
  ['an expiry that is past', (honest) => ({ ...honest, exp: 1_000_000_000 })],
  ['a validity that begins in the future', (honest) => ({ ...honest, nbf: inTheFuture })],
];

test.each(forgeries)('an ID token with %s proves nothing', async (_name, claims) => {
  scripted.script = { claims };
  const { attempt } = await answered();
  expect(codeOf(await finish(world.app, attempt))).toBe('signInFailed');
  await nobody();
});

test('an ID token with a wrong signature proves nothing', async () => {
  scripted.script = { claims: (honest) => honest, forged: true };
  const { attempt } = await answered();
  expect(codeOf(await finish(world.app, attempt))).toBe('signInFailed');
  await nobody();
});

test('an answer that names another provider is refused', async () => {
  for (const iss of ['https://evil.example', null]) {
    const { attempt } = await answered((params) =>
      iss === null ? params.delete('iss') : params.set('iss', iss),
    );
    expect(codeOf(await finish(world.app, attempt))).toBe('signInFailed');
  }
  await nobody();
});

test.each([
  ['access_denied', 'signInCancelled'],
  ['server_error', 'providerUnavailable'],
  ['temporarily_unavailable', 'providerUnavailable'],
  ['invalid_scope', 'signInFailed'],
])('the error %s of the provider becomes %s', async (error, code) => {
  const { attempt } = await answered((params) => {
    params.delete('code');
    params.set('error', error);
  });
  expect(codeOf(await finish(world.app, attempt))).toBe(code);
  await nobody();
});

test.each([
  ['no state', (params: URLSearchParams) => params.delete('state')],
  ['another state', (params: URLSearchParams) => params.set('state', 'x'.repeat(43))],
  ['two states', (params: URLSearchParams) => params.append('state', 'another')],
])('an answer with %s belongs to no attempt', async (_name, change) => {
  const { attempt, back } = await answered(change);
  expect(back.pathname + back.search).toBe('/login/social');
  expect(codeOf(await finish(world.app, attempt))).toBe('signInPending');
  await nobody();
});

test('a valid answer still signs the rider in', async () => {
  const { attempt } = await answered();
  const { status, body } = await finish(world.app, attempt);
  expect(status).toBe(200);
  expect(body).toMatchObject({ user: { name: 'Alex Rider', phone: null, email: null } });
});
