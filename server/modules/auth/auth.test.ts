import { afterAll, beforeAll, expect, test } from 'vitest';
import { CodeIssued, SignedIn, User } from '../../../contract/signIn/auth.ts';
import { Problem } from '../../../contract/errors.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import {
  freshPhone,
  signUp,
  startTestApp,
  type CallAnswer,
  type TestApp,
} from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { hashSessionId } from './session.ts';

forEachEngine((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ engine });
  });
  afterAll(() => app.close());

  const ask = (phone: string, language = 'en', cookie = '') =>
    app.call(paths.codes, { method: 'POST', body: { phone, language }, headers: { cookie } });
  /** The cookie that an answer sets. */
  const cookieOf = ({ headers }: CallAnswer) => headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const askId = async (phone: string) => CodeIssued.parse((await ask(phone)).body).requestId;
  const answer = (requestId: string, code: string, session?: string) =>
    app.call(fillPath(paths.verifyCode, { requestId }), {
      method: 'POST',
      body: { code },
      ...(session ? { session } : {}),
    });
  const me = (session: string) => app.call(paths.me, { session });
  const codeOf = ({ body }: CallAnswer) => Problem.parse(body).code;
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

  test('a texted code signs a new rider in', async () => {
    const phone = freshPhone();
    const asked = await ask(phone);
    expect(asked.status).toBe(201);
    const { requestId, resendAt, expiresAt } = CodeIssued.parse(asked.body);
    expect(Date.parse(expiresAt) - Date.parse(resendAt)).toBe(9.5 * 60_000);

    const { sessionId, user } = SignedIn.parse(
      (await answer(requestId, app.sms.codeFor(phone))).body,
    );
    expect(Buffer.from(sessionId, 'base64url')).toHaveLength(32);
    expect(user).toMatchObject({ phone, name: null, language: 'en' });
    expect(user.id).toMatch(/^\d{8}$/);
    expect(User.parse((await me(sessionId)).body)).toEqual(user);
  });

  test('the text message is in the rider’s language and bound to the site of the app', async () => {
    const phone = freshPhone();
    await ask(phone, 'es');
    const message = app.sms.messages.at(-1);
    expect(message?.body).toContain('Sirve durante 10 minutos');
    expect(message?.body.split('\n').at(-1)).toBe(`@localhost #${message?.code}`);
  });

  test('neither the code nor the session is stored in readable form', async () => {
    const { sessionId, phone } = await signUp(app);
    const code = app.sms.codeFor(phone);
    const { db } = app.deps;
    const codes = await db.selectFrom('one_time_codes').selectAll().execute();
    const sessions = await db.selectFrom('sessions').selectAll().execute();
    expect(codes.map((row) => row.code_hash).join()).not.toContain(code);
    expect(JSON.stringify(sessions)).not.toContain(sessionId);
    const jobs = await db.selectFrom('outbox').select('payload').execute();
    expect(JSON.stringify(jobs)).not.toContain(code);
  });

  test('known and unknown numbers get the same answer', async () => {
    const { phone } = await signUp(app);
    const known = await ask(phone);
    const unknown = await ask(freshPhone());
    expect(known.status).toBe(unknown.status);
    expect(Object.keys(CodeIssued.parse(known.body))).toEqual(
      Object.keys(CodeIssued.parse(unknown.body)),
    );
  });

  test('two sign-ins with the same phone lead to the same rider', async () => {
    const first = await signUp(app);
    const second = await signUp(app, first.phone);
    expect(second.user.id).toBe(first.user.id);
    expect(second.sessionId).not.toBe(first.sessionId);
  });

  test('wrong codes are counted, and after five wrong codes the server refuses even the right code', async () => {
    const phone = freshPhone();
    const asked = await ask(phone);
    const cookie = cookieOf(asked);
    const { requestId } = CodeIssued.parse(asked.body);
    const code = app.sms.codeFor(phone);
    for (let i = 0; i < 4; i++)
      expect(codeOf(await answer(requestId, wrong(code)))).toBe('codeWrong');
    expect(codeOf(await answer(requestId, wrong(code)))).toBe('codeExhausted');
    expect(codeOf(await answer(requestId, code))).toBe('codeExhausted');
    // A new code would give new tries, so the rider has to wait until the expiry of the old code.
    app.deps.clock.advance(9 * 60);
    expect(codeOf(await ask(phone, 'en', cookie))).toBe('tooManyRequests');
    app.deps.clock.advance(61);
    expect((await ask(phone, 'en', cookie)).status).toBe(201);
  });

  test('another request of the same browser replaces the code, but keeps the count of failures', async () => {
    const phone = freshPhone();
    const asked = await ask(phone);
    const first = CodeIssued.parse(asked.body).requestId;
    const firstCode = app.sms.codeFor(phone);
    for (let i = 0; i < 3; i++) await answer(first, wrong(firstCode));
    app.deps.clock.advance(31);
    const second = CodeIssued.parse((await ask(phone, 'en', cookieOf(asked))).body).requestId;
    const secondCode = app.sms.codeFor(phone);
    expect(codeOf(await answer(first, firstCode))).toBe('codeExpired');
    expect(codeOf(await answer(second, wrong(secondCode)))).toBe('codeWrong');
    expect(codeOf(await answer(second, wrong(secondCode)))).toBe('codeExhausted');
  });

  test('another browser neither replaces a code nor inherits its failures', async () => {
    const phone = freshPhone();
    const first = await askId(phone);
    const firstCode = app.sms.codeFor(phone);
    for (let i = 0; i < 4; i++) await answer(first, wrong(firstCode));
    app.deps.clock.advance(31);
    const second = await askId(phone);
    const secondCode = app.sms.codeFor(phone);
    for (let i = 0; i < 4; i++) {
      expect(codeOf(await answer(second, wrong(secondCode)))).toBe('codeWrong');
    }
    expect((await answer(first, firstCode)).status).toBe(200);
    expect((await answer(second, secondCode)).status).toBe(200);
  });

  test('right codes of two browsers at the same time register one rider', async () => {
    const phone = freshPhone();
    const first = { id: await askId(phone), code: app.sms.codeFor(phone) };
    app.deps.clock.advance(31);
    const second = { id: await askId(phone), code: app.sms.codeFor(phone) };
    const answers = await Promise.all([first, second].map(({ id, code }) => answer(id, code)));
    const riders = answers.map(({ body }) => SignedIn.parse(body).user.id);
    expect(new Set(riders).size).toBe(1);
  });

  test('a browser with only the cookie of a code request is no known device, and the server stores only the hash of the cookie', async () => {
    const asked = await ask(freshPhone());
    const [cookie = ''] = asked.headers.getSetCookie();
    expect(cookie).toMatch(
      /^device=[\w-]{43}; Max-Age=3600; HttpOnly; Path=\/api\/\S+; SameSite=Strict$/,
    );
    expect((await ask(freshPhone(), 'en', cookieOf(asked))).headers.getSetCookie()).toEqual([]);
    const rows = await app.deps.db.selectFrom('one_time_codes').select('browser').execute();
    expect(JSON.stringify(rows)).not.toContain(
      cookie.slice('device='.length, 'device='.length + 43),
    );
    expect(await app.deps.db.selectFrom('known_devices').selectAll().execute()).not.toContainEqual(
      expect.objectContaining({ device: rows.at(-1)?.browser }),
    );
  });

  test('a code is valid for ten minutes and can be used once', async () => {
    const phone = freshPhone();
    const requestId = await askId(phone);
    app.deps.clock.advance(601);
    expect(codeOf(await answer(requestId, app.sms.codeFor(phone)))).toBe('codeExpired');

    const again = await askId(phone);
    expect((await answer(again, app.sms.codeFor(phone))).status).toBe(200);
    expect(codeOf(await answer(again, app.sms.codeFor(phone)))).toBe('codeExpired');
  });

  test('a code is valid only for its own request', async () => {
    const [phone, other] = [freshPhone(), freshPhone()];
    const requestId = await askId(phone);
    await ask(other);
    const otherCode = app.sms.codeFor(other);
    if (otherCode !== app.sms.codeFor(phone)) {
      expect(codeOf(await answer(requestId, otherCode))).toBe('codeWrong');
    }
    const nobodys = '00000000-0000-4000-8000-000000000000';
    expect(codeOf(await answer(nobodys, otherCode))).toBe('codeExpired');
  });

  test('only five of sixty concurrent guesses count', async () => {
    const phone = freshPhone();
    const requestId = await askId(phone);
    const right = Number(app.sms.codeFor(phone));
    const guesses = Array.from({ length: 60 }, (_, i) => (right + 1 + i) % 1_000_000);
    const answers = await Promise.all(
      guesses.map((guess) => answer(requestId, String(guess).padStart(6, '0'))),
    );
    const said = answers.map(codeOf);
    expect(said.filter((code) => code === 'codeWrong')).toHaveLength(4);
    expect(said.filter((code) => code === 'codeExhausted')).toHaveLength(56);
    const row = await app.deps.db
      .selectFrom('one_time_codes')
      .select(['failures', 'state'])
      .where('id', '=', requestId)
      .executeTakeFirst();
    expect(row).toEqual({ failures: 5, state: 'exhausted' });
  });

  test('the right code sent many times concurrently opens one session', async () => {
    const phone = freshPhone();
    const requestId = await askId(phone);
    const code = app.sms.codeFor(phone);
    const answers = await Promise.all(Array.from({ length: 8 }, () => answer(requestId, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('each further code makes the wait for the next code longer', async () => {
    const phone = freshPhone();
    for (const seconds of [30, 60, 120]) {
      const issued = CodeIssued.parse((await ask(phone)).body);
      const now = app.deps.clock.now().getTime();
      expect(Math.round((Date.parse(issued.resendAt) - now) / 1000)).toBe(seconds);
      const early = await ask(phone);
      expect(early.status).toBe(429);
      expect(Number(early.headers.get('retry-after'))).toBe(seconds);
      app.deps.clock.advance(seconds + 1);
    }
  });

  test('concurrent requests for one phone send one text message', async () => {
    const phone = freshPhone();
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(phone)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(app.sms.messages.filter(({ to }) => to === phone)).toHaveLength(1);
  });

  test('the server sends a message again if the provider refused it; after two refusals a new request is possible at once', async () => {
    const phone = freshPhone();
    app.sms.refusals = 1;
    expect((await ask(phone)).status).toBe(201);

    const other = freshPhone();
    app.sms.refusals = 2;
    expect(codeOf(await ask(other))).toBe('unavailable');
    expect((await ask(other)).status).toBe(201);
  });

  test("messages that the provider did not send do not count against the phone's daily limit @slow", async () => {
    const phone = freshPhone();
    for (let failed = 0; failed < app.deps.settings.codeLimits.perPhonePerDay; failed++) {
      app.sms.refusals = 2;
      expect(codeOf(await ask(phone))).toBe('unavailable');
    }
    expect((await ask(phone)).status).toBe(201);
  });

  test.each(['+12125550', '+15555550123', '+19005550123'])(
    'a number that cannot receive text messages is refused: %s',
    async (phone) => {
      expect(codeOf(await ask(phone))).toBe('phoneInvalid');
    },
  );

  test('signing in ends the session with which the request was sent', async () => {
    const before = await signUp(app);
    const phone = freshPhone();
    const requestId = await askId(phone);
    await answer(requestId, app.sms.codeFor(phone), before.sessionId);
    expect((await me(before.sessionId)).status).toBe(401);
    expect(await stateOf(before.sessionId)).toBe('rotated');
  });

  test('signing out ends the session at once, and signing out again changes nothing', async () => {
    const { sessionId } = await signUp(app);
    for (let i = 0; i < 2; i++) {
      const out = await app.call(paths.currentSession, { method: 'DELETE', session: sessionId });
      expect(out.status).toBe(204);
    }
    const after = await me(sessionId);
    expect(after.status).toBe(401);
    expect(codeOf(after)).toBe('signInRequired');
    expect(await stateOf(sessionId)).toBe('revoked');
  });

  test('signing out ends the event streams of the session, and of no other session', async () => {
    const [leaver, stayer] = [await signUp(app), await signUp(app)];
    const open = (sessionId: string) =>
      fetch(app.url + paths.orderEvents, { headers: { authorization: `Bearer ${sessionId}` } });
    const [left, stayed] = [await open(leaver.sessionId), await open(stayer.sessionId)];
    await app.call(paths.currentSession, { method: 'DELETE', session: leaver.sessionId });
    // `text()` returns only after the stream has ended.
    expect(await left.text()).toContain('open');
    const reader = stayed.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
  });

  test('an active session lasts ninety days, and an idle session fourteen days', async () => {
    const day = 24 * 60 * 60;
    const used = await signUp(app);
    const idle = await signUp(app);
    for (let days = 0; days < 84; days += 12) {
      app.deps.clock.advance(12 * day);
      expect((await me(used.sessionId)).status).toBe(200);
    }
    app.deps.clock.advance(6 * day);
    expect((await me(used.sessionId)).status).toBe(401);
    expect(await stateOf(used.sessionId)).toBe('absoluteExpired');

    const late = await signUp(app);
    app.deps.clock.advance(14 * day);
    expect((await me(late.sessionId)).status).toBe(401);
    expect(await stateOf(late.sessionId)).toBe('idleExpired');
    expect((await me(idle.sessionId)).status).toBe(401);
  });

  test.each(['', 'short', 'x'.repeat(43), '"; drop table users'])(
    'an invalid session id does not sign in: %j',
    async (session) => {
      const answer = await app.call(paths.me, { headers: { authorization: `Bearer ${session}` } });
      expect(answer.status).toBe(401);
    },
  );

  const stateOf = async (sessionId: string) => {
    const row = await app.deps.db
      .selectFrom('sessions')
      .select('state')
      .where('id_hash', '=', hashSessionId(sessionId))
      .executeTakeFirst();
    return row?.state;
  };
});

forEachEngine((engine) => {
  test('refused requests do not count against the limit of text messages', async () => {
    const app = await startTestApp({
      engine,
      env: { CODES_PER_PHONE: '3', CODES_PER_COUNTRY: '3' },
    });
    try {
      const body = { phone: freshPhone(), language: 'en' };
      const ask = async () => (await app.call(paths.codes, { method: 'POST', body })).status;
      expect(await ask()).toBe(201);
      for (let early = 0; early < 5; early++) expect(await ask()).toBe(429);
      app.deps.clock.advance(31);
      expect(await ask()).toBe(201);
    } finally {
      await app.close();
    }
  });

  test('each address and each country has a limit, and only served countries get codes', async () => {
    const app = await startTestApp({
      engine,
      env: { CODES_PER_ADDRESS: '3', CODES_PER_COUNTRY: '2', SERVED_COUNTRIES: 'US,ES' },
    });
    try {
      const ask = async (phone: string) => {
        const body = { phone, language: 'en' };
        return (await app.call(paths.codes, { method: 'POST', body })).status;
      };
      expect(await ask('+8613800138000')).toBe(403);
      expect([await ask(freshPhone()), await ask(freshPhone())]).toEqual([201, 201]);
      expect(await ask(freshPhone())).toBe(429);
      expect(await ask('+34612345678')).toBe(429);
      app.deps.clock.advance(3600);
      expect(await ask('+34612345678')).toBe(201);
    } finally {
      await app.close();
    }
  });
});
