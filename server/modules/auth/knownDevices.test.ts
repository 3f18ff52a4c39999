import { afterEach, expect, test } from 'vitest';
import { CodeIssued, SignedIn } from '../../../contract/auth.ts';
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
  /** Signs in and returns the browser's cookie. */
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

  test('a hundred requests of strangers from fifty addresses do not lock a known device out', async () => {
    await start({ CODES_PER_PHONE: '5', CODES_PER_ADDRESS: '10', CODES_PER_COUNTRY: '30' });
    const phone = freshPhone();
    const cookie = await signIn(phone);
    // Strangers use up the limits of the phone, of the rider's address and of the country.
    for (let i = 0; i < 100; i++) {
      await ask(phone, { from: homeOf(2 + (i % 50)) });
      if (i % 2 === 0) await ask(freshPhone(), { from: homeOf(1) });
      app.deps.clock.advance(10);
    }
    expect((await ask(phone, { from: homeOf(99) })).status).toBe(429);
    expect((await ask(freshPhone(), { from: homeOf(1) })).status).toBe(429);

    const issued = await ask(phone, { cookie });
    expect(issued.status).toBe(201);
    const code = app.sms.codeFor(phone);
    // A stranger's code does not replace the one that the owner is typing.
    app.deps.clock.advance(9 * minute);
    await ask(phone, { from: homeOf(98) });
    const { requestId } = CodeIssued.parse(issued.body);
    expect((await verify(requestId, code, { cookie })).status).toBe(200);
  });

  test("strangers' wrong codes and full addresses do not prevent a known device from entering its code", async () => {
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

  test('the allowance is small, for this phone only, and waits for the own codes', async () => {
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
      // Each sign-in without a cookie makes another known device.
      const answer = await verify(requestId, app.sms.codeFor(phone));
      const next = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      expect(next).not.toBe(cookie);
      cookie = next;
    }
    app.deps.clock.advance(61 * minute);
    expect((await ask(phone, { cookie })).status).toBe(429);
  });

  test('a made-up cookie and a deleted account have no allowance', async () => {
    await start({ CODES_PER_PHONE: '1' });
    const phone = freshPhone();
    const cookie = await signIn(phone);
    app.deps.clock.advance(31);
    expect((await ask(phone, { cookie: `device=${'a'.repeat(43)}` })).status).toBe(429);
    await app.deps.db.deleteFrom('known_devices').execute();
    expect((await ask(phone, { cookie })).status).toBe(429);
  });

  test('a deletion of the account and time delete known devices', async () => {
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

  test('the limit per country does not add up countries with one calling code', async () => {
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
    'the daily cap of %s stops codes and opens one case a day, but not for a known device',
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
