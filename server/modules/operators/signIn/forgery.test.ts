import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Operators, serverKey } from '../../../testing/operators/operators.ts';
import { OperatorSession } from '../../../testing/operators/operatorSessions.ts';
import {
  startScriptedProvider,
  type ScriptedProvider,
} from '../../../testing/payments/scriptedProvider.ts';
import { publicUrl, startSocialWorld, type SocialWorld } from '../../../testing/socialWorld.ts';
import { preferredEngine } from '../../../testing/database.ts';

const why = 'a test';
const host = new URL(publicUrl).host;
const nowSeconds = () => Math.floor(world.app.deps.clock.now().getTime() / 1000);

let scripted: ScriptedProvider;
let world: SocialWorld;
beforeAll(async () => {
  scripted = await startScriptedProvider();
  const { operators } = scripted;
  world = await startSocialWorld(preferredEngine, { operators }, { OPERATOR_KEY: serverKey });
  const ops = new Operators(world.app);
  const ada = { name: 'Ada', roles: ['administrator'], account: { subject: 'subject-1' }, why };
  await ops.call('operators/invite', ada);
  const ben = { name: 'Ben', roles: ['support'], account: { email: 'ben@example.com' }, why };
  await ops.call('operators/invite', ben);
});
afterAll(async () => {
  await world.close();
  await scripted.close();
});
beforeEach(() => {
  scripted.script = { claims: (honest) => honest };
});

/**
 * Signs in with an answer of the provider that `change` has modified. Returns the last address, and the session if the
 * sign-in succeeds.
 */
async function answered(
  change: (honest: URLSearchParams) => void = () => undefined,
  query = '',
): Promise<{ url: string; session: OperatorSession | null }> {
  const start = world.browser({ stopsAt: '/authorize' });
  const { url } = await start.open(`${publicUrl}/api/ops/sign-in/provider${query}`);
  const asked = new URL(url).searchParams;
  scripted.nonce = asked.get('nonce') ?? '';
  const params = new URLSearchParams({
    code: 'code',
    state: asked.get('state') ?? '',
    iss: scripted.issuer,
  });
  change(params);
  const back = await start.open(`${publicUrl}/api/ops/sign-in/callback?${params.toString()}`);
  const isSignedIn = start.cookie(host, 'operator') !== null;
  return { url: back.url, session: isSignedIn ? OperatorSession.of(world.app, start) : null };
}

test('an honest answer signs in', async () => {
  const { url, session } = await answered();
  expect(url).toBe(`${publicUrl}/ops`);
  expect(await session?.me()).toMatchObject({ name: 'Ada', session: { secondFactor: 'setUp' } });
});

test('if the provider does not send the address, an operator signs in by the subject, and the log has a warning', async () => {
  const before = scripted.warnings.length;
  expect(await (await answered()).session?.me()).toMatchObject({ name: 'Ada' });
  expect(scripted.warnings.slice(before)).toEqual([
    'the provider does not send the address of an operator',
  ]);
});

const forgeries: [string, (honest: JWTPayload) => JWTPayload][] = [
  ['another issuer', (honest) => ({ ...honest, iss: 'https://evil.example' })],
  ['another audience', (honest) => ({ ...honest, aud: 'somebody-else' })],
  ['another nonce', (honest) => ({ ...honest, nonce: 'another' })],
  ['no nonce', ({ nonce: _nonce, ...honest }) => honest],
  ['no subject', ({ sub: _sub, ...honest }) => honest],
  ['an expiry that is past', (honest) => ({ ...honest, exp: 1_000_000_000 })],
];

test.each(forgeries)('an ID token with %s gives no session', async (_name, claims) => {
  scripted.script = { claims };
  const { url, session } = await answered();
  expect(url).toBe(`${publicUrl}/ops?failure=refused`);
  expect(session).toBeNull();
});

test('an ID token with a wrong signature gives no session', async () => {
  scripted.script = { claims: (honest) => honest, forged: true };
  expect((await answered()).session).toBeNull();
});

test.each([
  ['no state', (params: URLSearchParams) => params.delete('state')],
  ['another state', (params: URLSearchParams) => params.set('state', 'x'.repeat(43))],
  ['another issuer', (params: URLSearchParams) => params.set('iss', 'https://evil.example')],
  ['an error', (params: URLSearchParams) => params.set('error', 'invalid_scope')],
])('an answer with %s gives no session', async (_name, change) => {
  const { url, session } = await answered(change);
  expect(url).toContain('/ops?failure=');
  expect(session).toBeNull();
});

test.each([
  ['an address that is not verified', { email: 'ben@example.com', email_verified: false }],
  ['an address without `email_verified`', { email: 'ben@example.com' }],
  ['a text instead of a boolean', { email: 'ben@example.com', email_verified: 'true' }],
  ['no address', { email_verified: true }],
])('a sign-in with %s matches no operator', async (_name, more) => {
  scripted.script = { claims: (honest) => ({ ...honest, sub: 'unknown', ...more }) };
  const { url, session } = await answered();
  expect(url).toBe(`${publicUrl}/ops?failure=refused`);
  expect(session).toBeNull();
});

test('only a multi-factor sign-in counts as a second factor, and the factor is fresh only if the sign-in is recent', async () => {
  const secondFactor = async (more: object) => {
    scripted.script = { claims: (honest) => ({ ...honest, ...more }) };
    const me = await (await answered()).session?.me();
    return { factor: me?.session?.secondFactor, isFresh: me?.session?.freshUntil !== null };
  };
  const old = { factor: 'done', isFresh: false };
  expect(await secondFactor({ amr: ['pwd', 'otp'] })).toMatchObject({ factor: 'setUp' });
  expect(await secondFactor({ acr: 'silver' })).toMatchObject({ factor: 'setUp' });
  expect(await secondFactor({ amr: 'mfa' })).toMatchObject({ factor: 'setUp' });
  expect(await secondFactor({ amr: ['mfa'] })).toEqual(old);
  expect(await secondFactor({ acr: 'gold', auth_time: nowSeconds() - 1200 })).toEqual(old);
  expect(await secondFactor({ acr: 'gold', auth_time: nowSeconds() - 60 })).toEqual({
    factor: 'done',
    isFresh: true,
  });
});

test('a requested new sign-in is accepted only if the provider states that it is recent', async () => {
  const again = async (more: object) => {
    scripted.script = { claims: (honest) => ({ ...honest, amr: ['mfa'], ...more }) };
    return (await answered(undefined, '?again=1')).session;
  };
  expect(await again({})).toBeNull();
  expect(await again({ auth_time: nowSeconds() - 3600 })).toBeNull();
  expect(await again({ auth_time: nowSeconds() })).not.toBeNull();
});
