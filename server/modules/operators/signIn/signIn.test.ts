import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LinkMade, SessionList, SignedIn } from '../../../../contract/operators/signIn.ts';
import { OperatorList, type OperatorRole } from '../../../../contract/operators/team.ts';
import { forEachEngine } from '../../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../../testing/operators/operators.ts';
import { OperatorSession, signInOperator } from '../../../testing/operators/operatorSessions.ts';
import { publicUrl, startSocialWorld, type SocialWorld } from '../../../testing/socialWorld.ts';
import { brokenOperatorActions } from '../../audit/operatorActions.ts';

const why = 'a test';
const host = new URL(publicUrl).host;
const minute = 60;

forEachEngine((engine) => {
  let world: SocialWorld;
  let ops: Operators;
  beforeAll(async () => {
    world = await startSocialWorld(engine, {}, { OPERATOR_KEY: serverKey });
    ops = new Operators(world.app);
  });
  afterAll(() => world.close());

  const invite = (name: string, account: object, ...roles: OperatorRole[]) =>
    ops.call('operators/invite', { name, roles, account, why });
  const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@sandbox.example`;
  const stateOf = async (name: string) => {
    const { operators } = OperatorList.parse((await ops.call('operators')).body);
    return operators.find((operator) => operator.name === name);
  };
  const signIn = async (name: string) => {
    const browser = world.stranger();
    await signInOperator(browser, name);
    return OperatorSession.of(world.app, browser);
  };

  beforeAll(async () => {
    await invite('Ada', { email: emailOf('Demo administrator') }, 'administrator');
    await invite('Sam', { email: emailOf('Demo support').toUpperCase() }, 'support');
  });

  test('an invited operator signs in with a verified address, and acts under their own name @slow', async () => {
    expect(await stateOf('Ada')).toMatchObject({ state: 'invited', hasAccount: false });
    const browser = world.stranger();
    expect(await signInOperator(browser, 'Demo administrator')).toBe(`${publicUrl}/ops`);
    const session = OperatorSession.of(world.app, browser);
    expect(await session.me()).toMatchObject({
      name: 'Ada',
      roles: ['administrator'],
      session: { way: 'provider', secondFactor: 'done', freshUntil: expect.any(String) },
    });
    expect(await stateOf('Ada')).toMatchObject({ state: 'active', hasAccount: true });
    expect((await session.post('operators/Sam/roles', { roles: ['support'], why })).status).toBe(
      200,
    );
    expect((await ops.actions('Sam')).at(-1)).toMatchObject({
      who: 'Ada',
      action: 'operator.roles',
    });
    expect((await ops.actions('Ada')).map(({ action }) => action)).toEqual([
      'operator.invite',
      'operator.signIn',
    ]);
    const record = JSON.stringify(await ops.actions('Ada'));
    expect(record).not.toContain('sandbox.example');
    // The hash must have a key, because everybody can compute a hash without a key.
    const account = JSON.stringify({ email: emailOf('Demo administrator') });
    const plain = createHash('sha256').update(account).digest('base64url');
    expect(record).not.toContain(plain.slice(0, 12));
  });

  test('the database has only the hash of a session', async () => {
    const session = await signIn('Demo support');
    const stored = await world.app.deps.db.selectFrom('operator_sessions').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(session.token);
  });

  test('an uninvited account gets no session, and the same answer as a blocked operator', async () => {
    const browser = world.stranger();
    const refused = `${publicUrl}/ops?failure=refused`;
    expect(await signInOperator(browser, 'Demo finance')).toBe(refused);
    expect(browser.cookie(host, 'operator')).toBeNull();
    await invite('Fay', { email: emailOf('Demo finance') }, 'finance');
    await ops.call('operators/Fay/block', { why });
    expect(await signInOperator(browser, 'Demo finance')).toBe(refused);
    await ops.call('operators/Fay/unblock', { why });
    expect(await signInOperator(browser, 'Demo finance')).toBe(`${publicUrl}/ops`);
  });

  test('the first sign-in binds the account, and from then on the address alone is not enough', async () => {
    await signIn('Demo support');
    await world.app.deps.db
      .updateTable('operators')
      .set({ subject: 'the former owner of the address' })
      .where('name', '=', 'Sam')
      .execute();
    const browser = world.stranger();
    expect(await signInOperator(browser, 'Demo support')).toContain('failure=refused');
    const account = { subject: 'Demo support' };
    expect((await ops.call('operators/Sam/account', { account, why })).status).toBe(200);
    expect(await signInOperator(browser, 'Demo support')).toBe(`${publicUrl}/ops`);
    expect(refusalOf(await invite('Eve', account, 'support'))).toEqual({
      status: 409,
      code: 'accountTaken',
    });
  });

  test('a person who cancels gets no session', async () => {
    const browser = world.stranger();
    const page = await browser.open(`${publicUrl}/api/ops/sign-in/provider`);
    const back = await browser.submit(page, { refuse: 'yes' });
    expect(back.url).toBe(`${publicUrl}/ops?failure=cancelled`);
    expect(browser.cookie(host, 'operator')).toBeNull();
  });

  test('an answer of the provider works once, and only in the browser that began the sign-in', async () => {
    const browser = world.stranger();
    await signInOperator(browser, 'Demo administrator');
    const answer = browser.visited.find((url) => url.includes('/callback?')) ?? 'no answer';
    const replayed = await browser.open(answer);
    expect(replayed.url).toBe(`${publicUrl}/ops?failure=refused`);

    const victim = world.stranger();
    await victim.open(`${publicUrl}/api/ops/sign-in/provider`);
    const attacker = world.browser({ stopsAt: '/callback' });
    const page = await attacker.open(`${publicUrl}/api/ops/sign-in/provider`);
    const stolen = await attacker.submit(page, { account: 'Demo administrator' });
    expect((await victim.open(stolen.url)).url).toBe(`${publicUrl}/ops?failure=refused`);
    expect(victim.cookie(host, 'operator')).toBeNull();
  });

  describe('a session', () => {
    test('ends after twelve hours, and after an hour without use', async () => {
      const { clock } = world.app.deps;
      const idle = await signIn('Demo support');
      clock.advance(59 * minute);
      expect((await idle.get('me')).status).toBe(200);
      clock.advance(61 * minute);
      const ended = { status: 401, code: 'sessionEnded' };
      expect(refusalOf(await idle.get('me'))).toEqual(ended);
      const used = await signIn('Demo support');
      for (let hour = 0; hour < 14; hour++) {
        expect((await used.get('me')).status).toBe(200);
        clock.advance(50 * minute);
      }
      clock.advance(20 * minute);
      expect(refusalOf(await used.get('me'))).toEqual(ended);
    });

    test('ends at once when the operator is blocked, and does not come back', async () => {
      const session = await signIn('Demo support');
      expect((await session.get('stations')).status).toBe(200);
      await ops.call('operators/Sam/block', { why });
      const ended = { status: 401, code: 'sessionEnded' };
      expect(refusalOf(await session.get('stations'))).toEqual(ended);
      await ops.call('operators/Sam/unblock', { why });
      expect(refusalOf(await session.get('stations'))).toEqual(ended);
    });

    test('gets changed roles at once', async () => {
      const session = await signIn('Demo support');
      expect((await session.get('cases')).status).toBe(200);
      await ops.call('operators/Sam/roles', { roles: ['field'], why });
      expect(refusalOf(await session.get('cases'))).toEqual({ status: 403, code: 'roleMissing' });
      await ops.call('operators/Sam/roles', { roles: ['support'], why });
    });

    test('is listed, and ended by its operator or an administrator', async () => {
      const [one, two] = [await signIn('Demo support'), await signIn('Demo support')];
      const listed = SessionList.parse((await one.get('me/sessions')).body).sessions;
      const other = (await two.me()).session;
      expect(listed.map(({ id }) => id)).toContain(other?.id);
      expect((await one.post(`me/sessions/${other?.id}/end`)).status).toBe(200);
      const ended = { status: 401, code: 'sessionEnded' };
      expect(refusalOf(await two.get('me'))).toEqual(ended);
      const own = (await one.me()).session;
      const sessions = await ops.call('operators/Sam/sessions');
      expect(SessionList.parse(sessions.body).sessions.map(({ id }) => id)).toContain(own?.id);
      expect((await ops.call(`operators/Sam/sessions/${own?.id}/end`, { why })).status).toBe(200);
      expect(refusalOf(await one.get('me'))).toEqual(ended);
      const ada = await signIn('Demo administrator');
      const foreign = (await ada.me()).session;
      const sam = await signIn('Demo support');
      expect(refusalOf(await sam.post(`me/sessions/${foreign?.id}/end`))).toEqual({
        status: 404,
        code: 'sessionNotFound',
      });
    });

    test('ends with a sign-out, which deletes the cookie', async () => {
      const session = await signIn('Demo support');
      const out = await session.post('sign-out');
      expect(out.status).toBe(204);
      expect(out.headers.get('set-cookie')).toMatch(/^operator=; .*Max-Age=0/);
      expect(refusalOf(await session.get('me')).code).toBe('sessionEnded');
    });

    test('has a strict cookie', async () => {
      const browser = world.browser({ stopsAt: '/callback' });
      const page = await browser.open(`${publicUrl}/api/ops/sign-in/provider`);
      const { url } = await browser.submit(page, { account: 'Demo support' });
      const answer = await world.app.call(url.replace(publicUrl, ''), {
        headers: { cookie: `operator-sign-in=${browser.cookie(host, 'operator-sign-in')}` },
        redirect: 'manual',
      });
      expect(answer.headers.get('set-cookie')).toMatch(
        /^operator=opss_[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
      );
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    });
  });

  describe('a changing call by cookie', () => {
    test.each([
      ['no origin and no token', {}],
      ['no token', { origin: publicUrl }],
      ['a wrong token', { origin: publicUrl, 'x-csrf-token': 'x'.repeat(43) }],
    ])('with %s is refused', async (_name, headers) => {
      const session = await signIn('Demo administrator');
      const answer = await session.postWith('operators/Sam/block', { why }, headers);
      expect(refusalOf(answer)).toEqual({ status: 403, code: 'csrfRefused' });
      expect(await stateOf('Sam')).toMatchObject({ state: 'active' });
    });

    test.each([
      ['a foreign origin', { origin: 'https://evil.example' }],
      ['an opaque origin', { origin: 'null' }],
      ['no origin', {}],
      ['a foreign fetch', { origin: publicUrl, 'sec-fetch-site': 'cross-site' }],
      ['another site of the domain', { origin: publicUrl, 'sec-fetch-site': 'same-site' }],
    ])('with the right token and %s is refused', async (_name, headers) => {
      const session = await signIn('Demo administrator');
      const token = (await session.me()).session?.csrfToken ?? '';
      const all = { 'x-csrf-token': token, ...headers };
      const answer = await session.postWith('operators/Sam/block', { why }, all);
      expect(refusalOf(answer)).toEqual({ status: 403, code: 'csrfRefused' });
    });

    test('needs no CSRF token if the call has the session token as a bearer token instead of the cookie', async () => {
      const { token } = await signIn('Demo administrator');
      const answer = await ops.call('operators/Sam/roles', { roles: ['support'], why }, token);
      expect(answer.status).toBe(200);
    });
  });

  describe('a command', () => {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const command = createServer((_request, response) => response.end());
    const port = () => {
      const address = command.address();
      return typeof address === 'object' ? (address?.port ?? 0) : 0;
    };
    beforeAll(async () => {
      await once(command.listen(0, '127.0.0.1'), 'listening');
    });
    afterAll(() => command.close());
    const codeFor = async (name: string) => {
      const browser = world.stranger();
      const query = `?port=${port()}&challenge=${challenge}`;
      const at = new URL(await signInOperator(browser, name, query));
      expect(at.origin).toBe(`http://127.0.0.1:${port()}`);
      expect(browser.cookie(host, 'operator')).toBeNull();
      return at.searchParams.get('code') ?? 'no code';
    };
    const exchange = (code: string, secret = verifier) =>
      world.app.call('/api/ops/sign-in/code', { method: 'POST', body: { code, verifier: secret } });

    test('gets a session with the code from its browser, once', async () => {
      const code = await codeFor('Demo support');
      const { token, me } = SignedIn.parse((await exchange(code)).body);
      expect(me.name).toBe('Sam');
      expect((await ops.call('me', undefined, token ?? '')).status).toBe(200);
      expect(refusalOf(await exchange(code))).toEqual({ status: 401, code: 'linkRefused' });
    });

    test('gets no session with another verifier, and the code is used up', async () => {
      const code = await codeFor('Demo support');
      const refused = { status: 401, code: 'linkRefused' };
      expect(refusalOf(await exchange(code, randomBytes(32).toString('base64url')))).toEqual(
        refused,
      );
      expect(refusalOf(await exchange(code))).toEqual(refused);
    });

    test('gets no session after the operator was blocked', async () => {
      const code = await codeFor('Demo support');
      await ops.call('operators/Sam/block', { why });
      await ops.call('operators/Sam/unblock', { why });
      expect(refusalOf(await exchange(code)).code).toBe('linkRefused');
    });

    test('gets no session with a code that has expired', async () => {
      const code = await codeFor('Demo support');
      world.app.deps.clock.advance(2 * minute + 1);
      expect(refusalOf(await exchange(code)).code).toBe('linkRefused');
    });
  });

  describe('a one-time link', () => {
    const makeLink = async (name: string) => {
      const made = await ops.call(`operators/${name}/first-link`, { why });
      return LinkMade.parse(made.body).link ?? 'no link';
    };
    const follow = (link: string, give = 'token', headers: Record<string, string> = {}) =>
      world.app.call('/api/ops/sign-in/link', { method: 'POST', body: { link, give }, headers });
    const refused = { status: 401, code: 'linkRefused' };

    test('adds the first administrator, and works once', async () => {
      const link = await makeLink('Root');
      const stored = await world.app.deps.db.selectFrom('operator_links').selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(link);
      expect(await stateOf('Root')).toMatchObject({ state: 'invited', roles: ['administrator'] });
      const answers = await Promise.all([follow(link), follow(link), follow(link)]);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(2);
      const first = answers.find(({ status }) => status === 200);
      expect(SignedIn.parse(first?.body).me).toMatchObject({
        name: 'Root',
        session: { way: 'link', secondFactor: 'setUp', freshUntil: null },
      });
      expect(refusalOf(await follow(link))).toEqual(refused);
    });

    test('expires after a quarter of an hour, and when another link is made', async () => {
      const former = await makeLink('Root');
      const link = await makeLink('Root');
      expect(refusalOf(await follow(former))).toEqual(refused);
      world.app.deps.clock.advance(15 * minute);
      expect(refusalOf(await follow(link))).toEqual(refused);
    });

    test('does not sign in a blocked operator', async () => {
      const link = await makeLink('Root');
      await ops.call('operators/Root/block', { why });
      expect(refusalOf(await follow(link))).toEqual(refused);
      await ops.call('operators/Root/unblock', { why });
      expect(refusalOf(await follow(link))).toEqual(refused);
    });

    test('gives a cookie only to a page of this site', async () => {
      const link = await makeLink('Root');
      expect(refusalOf(await follow(link, 'cookie')).code).toBe('csrfRefused');
      expect(refusalOf(await follow(link, 'cookie', { origin: 'https://evil.example' })).code).toBe(
        'csrfRefused',
      );
      const answer = await follow(link, 'cookie', { origin: publicUrl });
      expect(SignedIn.parse(answer.body).token).toBeNull();
      expect(answer.headers.get('set-cookie')).toContain('SameSite=Strict');
    });

    test('is made only with the key of the server, and only for administrators', async () => {
      const ada = await signIn('Demo administrator');
      expect(refusalOf(await ada.post('operators/Root/first-link', { why }))).toEqual({
        status: 403,
        code: 'serverKeyNeeded',
      });
      expect(refusalOf(await ops.call('operators/Sam/first-link', { why }))).toEqual({
        status: 403,
        code: 'roleMissing',
      });
    });
  });

  test('the record has the origin of a sign-in', async () => {
    const { name } = await (await signIn('Demo administrator')).me();
    const last = (await ops.actions(name)).at(-1);
    expect(last).toMatchObject({
      action: 'operator.signIn',
      client: 'session',
      network: '127.0.0.0/24',
    });
  });

  test('the chain of hashes in the record of operators is intact', async () => {
    expect(await brokenOperatorActions(world.app.deps.db)).toEqual([]);
  });
});
