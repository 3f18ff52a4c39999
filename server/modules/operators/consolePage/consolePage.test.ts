import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../../testing/app.ts';
import { OperatorSession } from '../../../testing/operators/operatorSessions.ts';
import { Operators, serverKey } from '../../../testing/operators/operators.ts';
import { publicUrl, startSocialWorld, type SocialWorld } from '../../../testing/socialWorld.ts';
import { preferredEngine } from '../../../testing/database.ts';

let world: SocialWorld;
let ops: Operators;
beforeAll(async () => {
  world = await startSocialWorld(preferredEngine, {}, { OPERATOR_KEY: serverKey });
  ops = new Operators(world.app);
  const [email, roles] = ['demo.support@sandbox.example', ['support', 'finance']];
  await ops.call('operators/invite', {
    name: 'Sam López',
    roles,
    account: { email },
    why: 'joins',
  });
});
afterAll(() => world.close());

/** Signs in at the provider, and returns the page on which the browser lands. */
async function signIn(account = 'Demo support') {
  const browser = world.stranger();
  const page = await browser.open(`${publicUrl}/api/ops/sign-in/provider`);
  const landed = await browser.submit(page, { account });
  return { landed, session: OperatorSession.of(world.app, browser) };
}
const load = (address: string, headers: Record<string, string> = {}) =>
  fetch(world.app.url + address, { headers, redirect: 'manual' });
const textOf = async (...args: Parameters<typeof load>) => (await load(...args)).text();
const sameOrigin = { 'sec-fetch-site': 'same-origin' };

test('after the sign-in, the browser lands on a page with the name and the roles', async () => {
  const { landed } = await signIn();
  expect(landed).toMatchObject({ url: `${publicUrl}/ops`, status: 200 });
  expect(landed.text).toContain('You are signed in as Sam López.');
  expect(landed.text).toContain('Roles: support and finance');
  expect(landed.text).toContain('npm run ops -- login');
});

test('an address with a slash at its end leads to the page', async () => {
  const answer = await load('/ops/');
  expect(answer.status).toBe(308);
  expect(answer.headers.get('location')).toBe('/ops');
});

test('the page runs no script, loads nothing, and is not stored', async () => {
  const { session } = await signIn();
  const page = await load('/ops', session.cookie);
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(await page.clone().text()) ?? [];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
  const hash = Buffer.from(digest).toString('base64');
  expect(page.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  );
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(style).toContain('prefers-color-scheme:dark');
  expect(await page.text()).not.toMatch(/<script|<img|<link| on\w+=| style=/);
});

test.each([
  ['en-GB,en;q=0.9', 'en', 'You are signed in as Sam López.'],
  ['es-MX,en;q=0.5', 'es', 'Has iniciado sesión como Sam López.'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN', '您已以 Sam López 的身份登录。'],
])('the page is in the language of %s', async (accepted, language, words) => {
  const { session } = await signIn();
  const text = await textOf('/ops', { ...session.cookie, 'accept-language': accepted });
  expect(text).toContain(`<html lang="${language}">`);
  expect(text).toContain(words);
});

describe('if nobody is signed in', () => {
  test('the page leads to the provider', async () => {
    const text = await textOf('/ops', sameOrigin);
    expect(text).toContain('You are not signed in.');
    expect(text).toContain('<a href="/api/ops/sign-in/provider">');
    expect(text).not.toContain('sign-out');
  });

  test('the page shows a browser that its session has ended', async () => {
    const { session } = await signIn();
    await session.post('sign-out');
    expect(await textOf('/ops', session.cookie)).toContain('You are not signed in.');
  });

  test('a person whose account nobody has invited sees the ID of the account', async () => {
    const { landed } = await signIn('Demo finance');
    expect(landed.text).toContain('Nobody has invited this account');
    expect(landed.text).toContain('<pre>Demo finance</pre>');
  });

  test('a forged link cannot make the page show an ID', async () => {
    const { landed } = await signIn('Demo finance');
    expect(landed.url).toBe(`${publicUrl}/ops?failure=refused`);
    const forged = await world.stranger().open(`${landed.url}&subject=Mallory`);
    expect(forged.text).toContain('The sign-in was not accepted.');
    expect(forged.text).not.toContain('Mallory');
    expect(forged.text).not.toContain('Demo finance');
  });

  test('the page shows no ID of an earlier attempt', async () => {
    const browser = world.stranger();
    const page = await browser.open(`${publicUrl}/api/ops/sign-in/provider`);
    const refused = await browser.submit(page, { account: 'Demo finance' });
    expect(refused.text).toContain('<pre>Demo finance</pre>');
    const next = await browser.open(`${publicUrl}/api/ops/sign-in/callback?state=unknown`);
    expect(next.text).toContain('The sign-in was not accepted.');
    expect(next.text).not.toContain('Demo finance');
  });

  test('an ID that contains a script is shown as text, and the script does not run', async () => {
    const { host } = new URL(publicUrl);
    const value = Buffer.from('<script>alert(1)</script>').toString('base64url');
    const browser = world.stranger().hold(host, 'operator-refused', value);
    const { text } = await browser.open(`${publicUrl}/ops?failure=refused`);
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toContain('<script');
  });

  test.each([
    ['cancelled', 'The sign-in was cancelled.'],
    ['unavailable', 'The sign-in provider does not answer.'],
    ['refused', 'The sign-in was not accepted.'],
    ['another', 'You are not signed in.'],
  ])('the page explains the failure %s', async (failure, words) => {
    expect(await textOf(`/ops?failure=${failure}`, sameOrigin)).toContain(words);
  });

  test('without a provider, the page explains how to sign in with a one-time link @slow', async () => {
    const app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
    try {
      const text = await (await fetch(`${app.url}/ops`, { headers: sameOrigin })).text();
      expect(text).toContain('operators first-link NAME');
      expect(text).toContain('npm run ops -- login --link LINK');
      expect(text).not.toContain('/api/ops/sign-in/provider');
    } finally {
      await app.close();
    }
  });
});

/**
 * If a browser comes from a page of another site, the browser does not send a cookie with
 * `SameSite=Strict`.
 */
describe('if a browser comes from a page of another site, as after the sign-in', () => {
  const refresh = '<meta http-equiv="refresh" content="0;url=/ops?checked">';
  const crossSite = { 'sec-fetch-site': 'cross-site' };

  test('the browser loads the page again from this site, once', async () => {
    expect(await textOf('/ops', crossSite)).toContain(refresh);
    expect(await textOf('/ops')).toContain(refresh);
    for (const address of ['/ops?checked', '/ops?failure=cancelled']) {
      const text = await textOf(address, crossSite);
      expect(text).not.toContain('refresh');
      expect(text).toContain('/api/ops/sign-in/provider');
    }
  });

  test('a browser that sends the cookie gets its page at once', async () => {
    const { session } = await signIn();
    const text = await textOf('/ops', { ...session.cookie, ...crossSite });
    expect(text).toContain('You are signed in as');
    expect(text).not.toContain('refresh');
  });
});

describe('the button to sign out', () => {
  const press = (session: OperatorSession, csrf: string | null, headers: Record<string, string>) =>
    fetch(`${world.app.url}/ops/sign-out`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...session.cookie, ...headers },
      body: new URLSearchParams(csrf === null ? {} : { csrf }),
    });
  const tokenIn = async (session: OperatorSession) =>
    /name="csrf" value="([^"]+)"/.exec(await textOf('/ops', session.cookie))?.[1] ?? '';
  const isOpen = async (session: OperatorSession) => (await session.get('me')).status === 200;

  test('ends the session, and leads back to the page', async () => {
    const { session } = await signIn();
    const answer = await press(session, await tokenIn(session), { origin: publicUrl });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/ops');
    expect(answer.headers.get('set-cookie')).toMatch(/^operator=; Path=\/; Max-Age=0;/);
    expect(await isOpen(session)).toBe(false);
    const [signOut] = (await ops.actions('Sam López')).toReversed();
    expect(signOut).toMatchObject({ action: 'operator.signOut', who: 'Sam López' });
    // The page in another tab still shows the sign-out button.
    expect((await press(session, 'an old token', { origin: publicUrl })).status).toBe(303);
  });

  test('may be pressed twice at once', async () => {
    const { session } = await signIn();
    const csrf = await tokenIn(session);
    // On PGlite, this transaction holds the only connection to the database. So both calls wait,
    // and both find the session open before one of them ends it.
    const { calls } = await world.app.deps.db.transaction().execute(async () => {
      const calls = [1, 2].map(() => press(session, csrf, { origin: publicUrl }));
      for (let i = 0; i < 3; i++) await load('/ops/', session.cookie);
      return { calls };
    });
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    for (const { headers } of answers) expect(headers.get('set-cookie')).toContain('operator=;');
  });

  test('of an old tab leads to the page, and does not end the newer session', async () => {
    const [{ session }, earlier] = [await signIn(), await signIn()];
    for (const csrf of [await tokenIn(earlier.session), '', null]) {
      const answer = await press(session, csrf, { origin: publicUrl });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe('/ops');
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect(await isOpen(session)).toBe(true);
  });

  test('of a page of another site has no effect', async () => {
    const { session } = await signIn();
    const csrf = await tokenIn(session);
    const attempts: [string | null, Record<string, string>][] = [
      [csrf, {}],
      [csrf, { origin: 'https://evil.example' }],
      [csrf, { origin: 'null' }],
      [csrf, { origin: publicUrl, 'sec-fetch-site': 'cross-site' }],
    ];
    for (const [given, headers] of attempts) {
      expect((await press(session, given, headers)).status).toBe(403);
    }
    // A request without the cookie must not delete the cookie.
    const withoutCookie = await fetch(`${world.app.url}/ops/sign-out`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams({ csrf }),
    });
    expect(withoutCookie.status).toBe(403);
    expect(withoutCookie.headers.get('set-cookie')).toBeNull();
    expect((await load('/ops/sign-out', session.cookie)).status).toBe(404);
    expect(await isOpen(session)).toBe(true);
  });
});
