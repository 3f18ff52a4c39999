import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SignedIn } from '../../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { Referral } from '../../../contract/referral.ts';
import { Identities, SocialStarted } from '../../../contract/signIn/social.ts';
import { socialProviders } from '../../../contract/signIn/socialProvider.ts';
import { signUp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import {
  begin,
  choose,
  codeOf,
  finish,
  link,
  publicUrl,
  refuse,
  signInWith,
  startSocialWorld,
  type SocialWorld,
} from '../../testing/socialWorld.ts';

const challenge = 'c'.repeat(43);

forEachEngine((engine) => {
  let world: SocialWorld;
  beforeAll(async () => {
    world = await startSocialWorld(engine);
  });
  afterAll(() => world.close());
  beforeEach(() => {
    world.faults.knobs = { mode: 'off' };
  });
  const app = () => world.app;

  describe.each(socialProviders)('%s', (provider) => {
    test('signs up a new rider, and signs in to the same account later', async () => {
      const first = await signInWith(world, provider, 'Alex Rider');
      expect(first.user).toMatchObject({ phone: null, name: 'Alex Rider', email: null });
      const again = await signInWith(world, provider, 'Alex Rider');
      expect(again.user.id).toBe(first.user.id);
      expect(again.sessionId).not.toBe(first.sessionId);
      const other = await signInWith(world, provider, 'Somebody Else');
      expect(other.user.id).not.toBe(first.user.id);
    });

    test('counts an invite code only if a new rider enters it', async () => {
      const host = await signUp(app());
      const rewarded = async () =>
        Referral.parse((await app().call(paths.referral, { session: host.sessionId })).body)
          .rewarded;
      const name = `Invited by ${provider}`;
      const first = await signInWith(world, provider, name, host.user.inviteCode.toLowerCase());
      expect([first.isNew, await rewarded()]).toEqual([true, 1]);
      const again = await signInWith(world, provider, name, host.user.inviteCode);
      expect([again.isNew, await rewarded()]).toEqual([false, 1]);
    });

    test('redirects to the page that finishes the attempt', async () => {
      const attempt = await begin(app(), provider);
      const back = await choose(world.browser(), attempt.url, 'Alex Rider');
      expect(new URL(back.url).pathname).toBe('/login/social');
      expect(new URL(back.url).searchParams.get('attempt')).toBe(attempt.attemptId);
    });

    test('reports that the person refused, and creates no account', async () => {
      const attempt = await begin(app(), provider);
      const before = await count();
      await refuse(world.browser(), attempt.url);
      expect(codeOf(await finish(app(), attempt))).toBe('signInCancelled');
      expect(await count()).toEqual(before);
    });

    test('reports an unreachable provider', async () => {
      const attempt = await begin(app(), provider);
      const before = await count();
      world.faults.knobs = { mode: 'exchangeDown' };
      await choose(world.browser(), attempt.url, 'Alex Rider');
      expect(codeOf(await finish(app(), attempt))).toBe('providerUnavailable');
      expect(await count()).toEqual(before);
    });
  });

  describe('an attempt', () => {
    test('asks Google to choose an account each time, with PKCE, state, nonce and offline access', async () => {
      const { url, attemptId } = await begin(app(), 'google');
      const asked = new URL(url).searchParams;
      expect(Object.fromEntries(asked)).toMatchObject({
        scope: 'openid profile',
        prompt: 'select_account',
        access_type: 'offline',
        response_type: 'code',
        code_challenge_method: 'S256',
        redirect_uri: `${publicUrl}/api/auth/social/google/callback`,
      });
      for (const name of ['state', 'nonce', 'code_challenge']) {
        expect(Buffer.from(asked.get(name) ?? '', 'base64url')).toHaveLength(32);
      }
      const row = await rowOf(attemptId);
      expect(JSON.stringify(row)).not.toContain(asked.get('state'));
      expect(url).not.toContain(row.code_verifier);
    });

    test('can be answered only by the browser that began it', async () => {
      const attempt = await begin(app(), 'google');
      const before = await count();
      // The attacker sends the address of the provider's page to a victim, and waits.
      const back = await choose(world.stranger(), attempt.url, 'Somebody Lured');
      expect(new URL(back.url).pathname + new URL(back.url).search).toBe('/login/social');
      expect(codeOf(await finish(app(), attempt))).toBe('signInPending');
      expect(await count()).toEqual(before);
    });

    test('sets the token of a new browser as a cookie that scripts cannot read', async () => {
      const started = await app().call(fillPath(paths.socialStart, { provider: 'google' }), {
        method: 'POST',
        body: { purpose: 'signIn', challenge },
      });
      const cookie = started.headers.get('set-cookie') ?? '';
      expect(cookie).toMatch(/^social=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
      const { url } = SocialStarted.parse(started.body);
      const token = /^social=([\w-]{43})/.exec(cookie)?.[1] ?? '';
      const own = world.stranger().hold(new URL(publicUrl).host, 'social', token);
      const back = await choose(own, url, 'Somebody');
      expect(new URL(back.url).searchParams.get('attempt')).not.toBeNull();
    });

    test('is finished only with the secret of its start', async () => {
      const attempt = await begin(app(), 'google');
      await choose(world.browser(), attempt.url, 'Alex Rider');
      for (const verifier of ['x'.repeat(43), `${attempt.verifier}x`]) {
        expect(codeOf(await finish(app(), { ...attempt, verifier }))).toBe('signInFailed');
      }
      const without = await app().call(
        fillPath(paths.socialFinish, { attemptId: attempt.attemptId }),
        { method: 'POST', body: { language: 'en' } },
      );
      expect(codeOf(without)).toBe('invalidInput');
      // After the wrong guesses, the attempt is still valid.
      expect((await finish(app(), attempt)).status).toBe(200);
    });

    test('is finished only by the first call', async () => {
      const attempt = await begin(app(), 'google');
      await choose(world.browser(), attempt.url, 'Alex Rider');
      const answers = await Promise.all([1, 2, 3].map(() => finish(app(), attempt)));
      expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422', '422']);
      expect(codeOf(await finish(app(), attempt))).toBe('signInFailed');
    });

    test('waits for the person only for a limited time', async () => {
      const attempt = await begin(app(), 'google');
      expect(codeOf(await finish(app(), attempt))).toBe('signInPending');
      app().deps.clock.advance(601);
      expect(codeOf(await finish(app(), attempt))).toBe('signInFailed');
      const back = await choose(world.browser(), attempt.url, 'Alex Rider');
      expect(new URL(back.url).search).toBe('');
      expect(codeOf(await finish(app(), attempt))).toBe('signInFailed');
    });

    test('expires even after its proof', async () => {
      const attempt = await begin(app(), 'google');
      await choose(world.browser(), attempt.url, 'Alex Rider');
      app().deps.clock.advance(601);
      expect(codeOf(await finish(app(), attempt))).toBe('signInFailed');
    });

    test('accepts one answer, and refuses a second answer with the same state', async () => {
      const attempt = await begin(app(), 'google');
      const browser = world.browser();
      await choose(browser, attempt.url, 'Alex Rider');
      const callback = browser.visited.find((url) => url.includes('/callback?')) ?? '';
      const again = await world.browser().open(callback);
      expect(new URL(again.url).search).toBe('');
      expect((await finish(app(), attempt)).status).toBe(200);
    });

    test('does not accept the code of another attempt', async () => {
      const [one, two] = [await begin(app(), 'google'), await begin(app(), 'google')];
      const browser = world.browser();
      await choose(browser, one.url, 'Mallory');
      const stolen = new URL(browser.visited.find((url) => url.includes('/callback?')) ?? '');
      stolen.searchParams.set('state', new URL(two.url).searchParams.get('state') ?? '');
      await world.browser().open(stolen.href);
      expect(codeOf(await finish(app(), two))).toBe('signInFailed');
    });

    test('does not accept the code of another, unused attempt', async () => {
      const [one, two] = [await begin(app(), 'google'), await begin(app(), 'google')];
      const unused = world.browser({ stopsAt: '/callback' });
      const { url } = await choose(unused, one.url, 'Mallory');
      const stolen = new URL(url);
      stolen.searchParams.set('state', new URL(two.url).searchParams.get('state') ?? '');
      await world.browser().open(stolen.href);
      expect(codeOf(await finish(app(), two))).toBe('signInFailed');
    });

    test('does not accept the answer of another provider', async () => {
      const attempt = await begin(app(), 'google');
      const browser = world.browser({ stopsAt: '/callback' });
      const { url } = await choose(browser, attempt.url, 'Alex Rider');
      await world.browser().open(url.replace('/google/', '/facebook/'));
      expect(codeOf(await finish(app(), attempt))).toBe('signInFailed');
      // Afterwards, the server does not accept the valid answer, either.
      const late = await world.browser().open(url);
      expect(new URL(late.url).search).toBe('');
    });

    test.each([
      '//evil.example',
      'https://evil.example',
      '/\\\\evil.example',
      'javascript:alert(1)',
    ])("redirects to the app's own page, whatever parameters it gets: %s", async (payload) => {
      const attempt = await begin(app(), 'google');
      const browser = world.browser({ stopsAt: '/callback' });
      const url = new URL((await choose(browser, attempt.url, 'Alex Rider')).url);
      for (const name of ['next', 'redirect_uri', 'return_to', 'url', 'link', 'attempt']) {
        url.searchParams.set(name, payload);
      }
      const back = new URL((await world.browser().open(url.href)).url);
      expect(back.origin + back.pathname).toBe(`${publicUrl}/login/social`);
      expect(back.searchParams.get('attempt')).toBe(attempt.attemptId);
    });

    test('returns from its callback without caching and without a referrer', async () => {
      const answer = await app().call('/api/auth/social/google/callback?state=x&code=y', {
        redirect: 'manual',
      });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe('/login/social');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    });

    test('cannot begin with an unreachable or unknown provider, or with an invalid request @slow', async () => {
      const fresh = await startSocialWorld(engine);
      fresh.faults.knobs = { mode: 'down' };
      const start = (provider: string, body: unknown = { purpose: 'signIn', challenge }) =>
        fresh.app.call(fillPath(paths.socialStart, { provider }), { method: 'POST', body });
      expect(codeOf(await start('google'))).toBe('providerUnavailable');
      expect(await fresh.app.deps.db.selectFrom('social_attempts').selectAll().execute()).toEqual(
        [],
      );
      expect(codeOf(await start('myspace'))).toBe('invalidInput');
      expect(codeOf(await start('google', { purpose: 'signIn' }))).toBe('invalidInput');
      await fresh.close();
    });

    test('is refused after too many attempts from one address @slow', async () => {
      const fresh = await startSocialWorld(engine, {}, { CODES_PER_ADDRESS: '2' });
      await begin(fresh.app, 'google');
      await begin(fresh.app, 'google');
      await expect(begin(fresh.app, 'google')).rejects.toThrow('tooManyRequests');
      await fresh.close();
    });
  });

  test('a sign-in by a social account ends the previous session', async () => {
    const { sessionId: planted } = await signUp(app());
    const attempt = await begin(app(), 'google');
    await choose(world.browser(), attempt.url, 'Alex Rider');
    const { sessionId } = SignedIn.parse((await finish(app(), attempt, planted)).body);
    expect(sessionId).not.toBe(planted);
    expect((await app().call(paths.me, { session: planted })).status).toBe(401);
    expect((await app().call(paths.me, { session: sessionId })).status).toBe(200);
  });

  test('concurrent first sign-ins create one account', async () => {
    const attempts = await Promise.all([1, 2, 3].map(() => begin(app(), 'google')));
    for (const { url } of attempts) await choose(world.browser(), url, 'Twin');
    const answers = await Promise.all(attempts.map((attempt) => finish(app(), attempt)));
    const ids = answers.map(({ body }) => SignedIn.parse(body).user.id);
    expect(new Set(ids).size).toBe(1);
  });

  describe('a rider', () => {
    const identitiesOf = async (session: string) =>
      Identities.parse((await app().call(paths.myIdentities, { session })).body).identities;
    const unlink = (provider: string, session: string) =>
      app().call(fillPath(paths.myIdentity, { provider }), { method: 'DELETE', session });

    test('links an account, signs in with it, and unlinks it', async () => {
      const { sessionId, user } = await signUp(app());
      expect(await identitiesOf(sessionId)).toEqual([]);
      const linked = await link(world, 'google', 'Linked Rider', sessionId);
      expect(Identities.parse(linked.body).identities).toMatchObject([
        { provider: 'google', label: 'Linked Rider' },
      ]);
      const again = await link(world, 'google', 'Linked Rider', sessionId);
      expect(Identities.parse(again.body).identities).toHaveLength(1);
      const other = await signInWith(world, 'google', 'Linked Rider');
      expect(other.user.id).toBe(user.id);
      expect(Identities.parse((await unlink('google', sessionId)).body).identities).toEqual([]);
      expect((await unlink('google', sessionId)).status).toBe(200);
      const stranger = await signInWith(world, 'google', 'Linked Rider');
      expect(stranger.user.id).not.toBe(user.id);
    });

    test('cannot link the identity of another rider', async () => {
      const owner = await signInWith(world, 'apple', 'The Owner');
      const { sessionId } = await signUp(app());
      expect(codeOf(await link(world, 'apple', 'The Owner', sessionId))).toBe('identityTaken');
      expect(await identitiesOf(sessionId)).toEqual([]);
      expect((await signInWith(world, 'apple', 'The Owner')).user.id).toBe(owner.user.id);
    });

    test('can link only one account of each provider', async () => {
      const { sessionId } = await signUp(app());
      await link(world, 'google', 'First Of Two', sessionId);
      expect(codeOf(await link(world, 'google', 'Second Of Two', sessionId))).toBe('signInFailed');
      expect(await identitiesOf(sessionId)).toMatchObject([{ label: 'First Of Two' }]);
    });

    test('can link only in the session that began the attempt, or in another session of the same rider', async () => {
      const [alice, mallory] = [await signUp(app()), await signUp(app())];
      const asked = app().call(fillPath(paths.socialStart, { provider: 'google' }), {
        method: 'POST',
        body: { purpose: 'link', challenge },
      });
      expect(codeOf(await asked)).toBe('signInRequired');
      const begun = { purpose: 'link', session: mallory.sessionId } as const;
      const attempt = await begin(app(), 'google', begun);
      await choose(world.browser(), attempt.url, 'Passed On');
      expect(codeOf(await finish(app(), attempt))).toBe('signInRequired');
      expect(codeOf(await finish(app(), attempt, alice.sessionId))).toBe('signInFailed');
      expect(await identitiesOf(alice.sessionId)).toEqual([]);
      expect(await identitiesOf(mallory.sessionId)).toEqual([]);
    });

    test('keeps the last sign-in method, even if two methods are unlinked concurrently @slow', async () => {
      const { sessionId } = await signInWith(world, 'google', 'No Phone');
      expect(codeOf(await unlink('google', sessionId))).toBe('lastSignIn');
      for (let round = 0; round < 12; round++) {
        const [left] = await identitiesOf(sessionId);
        const other = left?.provider === 'google' ? 'apple' : 'google';
        await link(world, other, 'No Phone', sessionId);
        const answers = await Promise.all([
          unlink('google', sessionId),
          unlink('apple', sessionId),
        ]);
        expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
        expect(await identitiesOf(sessionId)).toHaveLength(1);
      }
    });

    test('needs a session to link or unlink', async () => {
      expect((await app().call(paths.myIdentities)).status).toBe(401);
      expect((await unlink('google', 'x'.repeat(43))).status).toBe(401);
    });
  });

  // Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX Security 2022.
  describe('an account that an attacker prepared', () => {
    const email = 'victim@example.com';
    /** Creates an account and tries to enter the victim's e-mail address in the profile. */
    const prepare = async () => {
      const mallory = await signUp(app());
      await app().call(paths.myEmail, {
        method: 'POST',
        body: { email },
        session: mallory.sessionId,
      });
      return mallory;
    };

    test('with a phone is never merged with a social account (classic-federated merge)', async () => {
      const mallory = await prepare();
      const victim = await signInWith(world, 'google', email);
      expect(victim.user.id).not.toBe(mallory.user.id);
      expect(victim.user.email).toBeNull();
    });

    test('has no session with access to the owner’s account (unexpired session)', async () => {
      const mallory = await prepare();
      const victim = await signInWith(world, 'google', `${email} later`);
      const seen = await app().call(paths.me, { session: mallory.sessionId });
      expect(seen.body).toMatchObject({ id: mallory.user.id });
      expect(mallory.user.id).not.toBe(victim.user.id);
    });

    test('has no identity with access to the owner’s account (trojan identifier)', async () => {
      const mallory = await prepare();
      await link(world, 'facebook', 'Mallory Trojan', mallory.sessionId);
      const victim = await signUp(app());
      const trojan = await signInWith(world, 'facebook', 'Mallory Trojan');
      expect(trojan.user.id).toBe(mallory.user.id);
      expect(trojan.user.id).not.toBe(victim.user.id);
      expect(await app().call(paths.myIdentities, { session: victim.sessionId })).toMatchObject({
        body: { identities: [] },
      });
    });

    test('cannot be entered with a claimed address (unexpired e-mail change, non-verifying provider)', async () => {
      await prepare();
      const before = await count();
      const [one, two] = [
        await signInWith(world, 'google', `${email} g`),
        await signInWith(world, 'apple', `${email} a`),
      ];
      expect(one.user.id).not.toBe(two.user.id);
      expect(await count()).toEqual({
        users: (before.users ?? 0) + 2,
        identities: (before.identities ?? 0) + 2,
      });
    });
  });

  function rowOf(attemptId: string) {
    return app()
      .deps.db.selectFrom('social_attempts')
      .selectAll()
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow();
  }

  async function count() {
    const { db } = app().deps;
    const [users, identities] = await Promise.all(
      (['users', 'identities'] as const).map(async (table) => {
        const rows = await db.selectFrom(table).selectAll().execute();
        return rows.length;
      }),
    );
    return { users, identities };
  }
});
