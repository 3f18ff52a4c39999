import { afterEach, expect, test } from 'vitest';
import { CodeIssued, SignedIn } from '../../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { cleanUp } from '../../jobs/housekeeping.ts';
import { freshPhone, startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { StoppedClock } from '../../testing/stoppedClock.ts';

const minute = 60;
const day = 24 * 60 * minute;
const homeOf = (i: number) => `198.51.100.${i}`;

forEachEngine((engine) => {
  let app: TestApp;
  afterEach(() => app.close());

  const start = async (env: Record<string, string> = {}) => {
    app = await startTestApp({
      engine,
      clock: new StoppedClock(),
      env: { TRUST_PROXY: '1', ...env },
    });
  };
  const ask = (phone: string, { from = homeOf(1), cookie = '' } = {}) =>
    app.call(paths.codes, {
      method: 'POST',
      body: { phone, language: 'en' },
      headers: { 'x-forwarded-for': from, cookie },
    });
  const verify = (requestId: string, code: string, { from = homeOf(1), cookie = '' } = {}) =>
    app.call(fillPath(paths.verifyCode, { requestId }), {
      method: 'POST',
      body: { code },
      headers: { 'x-forwarded-for': from, cookie },
    });
  /** Signs in and returns the cookie of the browser. */
  const signIn = async (phone: string, browser = {}) => {
    const { requestId } = CodeIssued.parse((await ask(phone, browser)).body);
    const answer = await verify(requestId, app.sms.codeFor(phone), browser);
    SignedIn.parse(answer.body);
    const set = answer.headers.getSetCookie();
    expect(set).toEqual([
      expect.stringMatching(
        /^device=[\w-]{43}; Max-Age=\d+; HttpOnly; Path=\/api\/\S+; SameSite=Strict$/,
      ),
    ]);
    return set[0]?.split(';')[0] ?? '';
  };

  test('a hundred requests of strangers from fifty addresses neither prevent the owner from signing in nor end a code @slow', async () => {
    await start({ CODES_PER_PHONE: '5', CODES_PER_ADDRESS: '10', CODES_PER_COUNTRY: '30' });
    const phone = freshPhone();
    const cookie = await signIn(phone);
    app.deps.clock.advance(31);
    /** The codes that the known device and a new device request before the attack. */
    const early = [];
    for (const browser of [{ cookie }, { from: homeOf(97) }]) {
      const { requestId } = CodeIssued.parse((await ask(phone, browser)).body);
      early.push({ requestId, browser, code: app.sms.codeFor(phone) });
    }
    // For about eight minutes, strangers use up the limits of the phone, of the rider's address and of the country, and
    // enter wrong codes.
    for (let i = 0; i < 100; i++) {
      const from = homeOf(2 + (i % 50));
      const { body } = await ask(phone, { from });
      const strangers = CodeIssued.safeParse(body);
      if (strangers.success) {
        for (let j = 0; j < 6; j++) await verify(strangers.data.requestId, '000000', { from });
      }
      if (i % 2 === 0) await ask(freshPhone(), { from: homeOf(1) });
      app.deps.clock.advance(5);
    }
    expect((await ask(phone, { from: homeOf(99) })).status).toBe(429);
    expect((await ask(freshPhone(), { from: homeOf(1) })).status).toBe(429);
    for (const { requestId, code, browser } of early) {
      expect((await verify(requestId, code, browser)).status).toBe(200);
    }

    const issued = await ask(phone, { cookie });
    expect(issued.status).toBe(201);
    const code = app.sms.codeFor(phone);
    // A stranger requests a code while the owner's code is pending. The stranger's code does not replace the owner's
    // code.
    app.deps.clock.advance(9 * minute);
    await ask(phone, { from: homeOf(98) });
    const { requestId } = CodeIssued.parse(issued.body);
    expect((await verify(requestId, code, { cookie })).status).toBe(200);
  }, 240_000);

  test('wrong codes of strangers and used-up addresses do not prevent a known device from entering its code', async () => {
    await start({ CODES_PER_ADDRESS: '2' });
    const phone = freshPhone();
    const cookie = await signIn(phone, { from: homeOf(3) });
    app.deps.clock.advance(31);
    const strangers = CodeIssued.parse((await ask(phone)).body);
    for (let i = 0; i < 10; i++) await verify(strangers.requestId, '000000');
    const { requestId } = CodeIssued.parse((await ask(phone, { cookie })).body);
    const code = app.sms.codeFor(phone);
    expect((await verify(strangers.requestId, code)).status).toBe(429);
    expect((await verify(requestId, code, { cookie })).status).toBe(200);
  });

  test('the allowance of a known device is small, is for its phone only, and does not remove the waits between codes', async () => {
    await start({ CODES_PER_PHONE: '1' });
    const phone = freshPhone();
    const cookie = await signIn(phone);
    const other = freshPhone();
    expect((await ask(other)).status).toBe(201);
    app.deps.clock.advance(31);
    expect((await ask(other, { cookie })).status).toBe(429);

    expect((await ask(phone, { cookie })).status).toBe(201);
    expect((await ask(phone, { cookie })).status).toBe(429);
    for (let i = 0; i < 4; i++) {
      app.deps.clock.advance(61 * minute);
      expect((await ask(phone, { cookie })).status).toBe(201);
    }
    app.deps.clock.advance(61 * minute);
    expect((await ask(phone, { cookie })).status).toBe(429);
    app.deps.clock.advance(day);
    expect((await ask(phone, { cookie })).status).toBe(201);
  });

  test('all known devices of a phone share one allowance', async () => {
    await start({ CODES_PER_PHONE: '1' });
    const phone = freshPhone();
    let cookie = await signIn(phone);
    for (let i = 0; i < 5; i++) {
      app.deps.clock.advance(61 * minute);
      const { requestId } = CodeIssued.parse((await ask(phone, { cookie })).body);
      // A sign-in without a cookie creates another known device.
      const answer = await verify(requestId, app.sms.codeFor(phone));
      const next = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      expect(next).not.toBe(cookie);
      cookie = next;
    }
    app.deps.clock.advance(61 * minute);
    expect((await ask(phone, { cookie })).status).toBe(429);
  });

  test('concurrent requests of all known devices of a phone get no more than one allowance @slow', async () => {
    await start({ CODES_PER_PHONE: '1' });
    const phone = freshPhone();
    const cookies = [await signIn(phone)];
    while (cookies.length < 8) {
      app.deps.clock.advance(61 * minute);
      const [first = ''] = cookies;
      const { requestId } = CodeIssued.parse((await ask(phone, { cookie: first })).body);
      const answer = await verify(requestId, app.sms.codeFor(phone));
      cookies.push(answer.headers.getSetCookie()[0]?.split(';')[0] ?? '');
      app.deps.clock.advance(day);
    }
    // All unknown browsers share one limit of codes for a phone. This call uses up the limit.
    await ask(phone);
    app.deps.clock.advance(61 * minute);
    const answers = await Promise.all(cookies.map((cookie) => ask(phone, { cookie })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });

  test('the deletion of an account does not renew the allowance of its known devices', async () => {
    await start({ CODES_PER_PHONE: '3' });
    const phone = freshPhone();
    /** Waits until the phone may get another code, requests a code, and signs in with it. */
    const signInAgain = async (browser = {}) => {
      app.deps.clock.advance(61 * minute);
      const { requestId } = CodeIssued.parse((await ask(phone, browser)).body);
      const answer = await verify(requestId, app.sms.codeFor(phone), browser);
      const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      return { ...SignedIn.parse(answer.body), cookie };
    };
    const { cookie } = await signInAgain();
    for (let i = 0; i < 5; i++) await signInAgain({ cookie });
    const { sessionId } = await signInAgain();
    await app.call(paths.me, { method: 'DELETE', session: sessionId });
    const again = await signInAgain();
    app.deps.clock.advance(61 * minute);
    expect((await ask(phone, { cookie: again.cookie })).status).toBe(429);
  });

  test('a rider who signs out all other devices has no known devices any more', async () => {
    await start();
    const phone = freshPhone();
    const { requestId } = CodeIssued.parse((await ask(phone)).body);
    const { sessionId } = SignedIn.parse((await verify(requestId, app.sms.codeFor(phone))).body);
    const rows = () => app.deps.db.selectFrom('known_devices').selectAll().execute();
    expect(await rows()).toHaveLength(1);
    expect(
      (await app.call(paths.mySessions, { method: 'DELETE', session: sessionId })).status,
    ).toBe(204);
    expect(await rows()).toEqual([]);
  });

  test('a browser with a made-up cookie, or whose known device was deleted, has no allowance', async () => {
    await start({ CODES_PER_PHONE: '1' });
    const phone = freshPhone();
    const cookie = await signIn(phone);
    app.deps.clock.advance(31);
    expect((await ask(phone, { cookie: `device=${'a'.repeat(43)}` })).status).toBe(429);
    await app.deps.db.deleteFrom('known_devices').execute();
    expect((await ask(phone, { cookie })).status).toBe(429);
  });

  test('known devices are deleted with the account, and a long time after the last sign-in', async () => {
    await start();
    const rows = () => app.deps.db.selectFrom('known_devices').selectAll().execute();
    const phone = freshPhone();
    const { requestId } = CodeIssued.parse((await ask(phone)).body);
    const { sessionId } = SignedIn.parse((await verify(requestId, app.sms.codeFor(phone))).body);
    expect(await rows()).toHaveLength(1);
    await app.call(paths.me, { method: 'DELETE', session: sessionId });
    expect(await rows()).toEqual([]);
    await signIn(freshPhone());
    app.deps.clock.advance(401 * day);
    await cleanUp(app.deps);
    expect(await rows()).toEqual([]);
  });

  test('the limit per country counts countries with the same calling code separately', async () => {
    await start({ CODES_PER_COUNTRY: '1' });
    expect((await ask('+12125550123')).status).toBe(201);
    expect((await ask('+13125550123')).status).toBe(429);
    expect((await ask('+16135550123')).status).toBe(201);
    expect((await ask('+18765230123')).status).toBe(201);
  });

  test.each([
    ['a country', { CODES_PER_COUNTRY_PER_DAY: '2' }, 'US', 201],
    ['all countries', { CODES_PER_DAY: '2' }, 'all', 429],
  ])(
    'the daily cap of %s stops codes and opens one case a day, but does not stop a known device',
    async (_name, env, capped, elsewhere) => {
      await start(env);
      const phone = freshPhone();
      const cookie = await signIn(phone);
      app.deps.clock.advance(31);
      expect((await ask(freshPhone())).status).toBe(201);
      for (let i = 0; i < 3; i++) expect((await ask(freshPhone())).status).toBe(429);
      expect((await ask('+34612345678')).status).toBe(elsewhere);
      expect((await ask(phone, { cookie })).status).toBe(201);
      const cases = () =>
        app.deps.db
          .selectFrom('support_cases')
          .select('details')
          .where('kind', '=', 'codeCap')
          .execute();
      expect(await cases()).toEqual([
        { details: expect.objectContaining({ country: capped, codes: 2 }) },
      ]);
      app.deps.clock.advance(day);
      for (let i = 0; i < 3; i++) await ask(freshPhone());
      expect(await cases()).toHaveLength(2);
    },
  );

  test('a message that the provider refuses does not count against the daily caps', async () => {
    await start({ CODES_PER_DAY: '1' });
    app.sms.refusals = 2;
    expect((await ask(freshPhone())).status).toBe(503);
    expect((await ask(freshPhone())).status).toBe(201);
  });
});
