import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CodeIssued, User } from '../../../contract/signIn/auth.ts';
import { Problem } from '../../../contract/errors.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { EmailChanged } from '../../../contract/profile.ts';
import { isUsedUp } from '../../http/limits/rateLimit.ts';
import {
  freshPhone,
  signUp,
  startTestApp,
  stepUp,
  type CallAnswer,
  type Rider,
  type TestApp,
} from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { StoppedClock } from '../../testing/stoppedClock.ts';

let addresses = 0;
const freshEmail = () => `rider.${++addresses}@example.com`;
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const problemOf = ({ body }: CallAnswer) => Problem.parse(body).code;

forEachEngine((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ engine });
  });
  afterAll(() => app.close());

  const post = (path: string, { sessionId }: Rider, body: unknown) =>
    app.call(path, { method: 'POST', session: sessionId, body });
  const me = async ({ sessionId }: Rider) =>
    User.parse((await app.call(paths.me, { session: sessionId })).body);
  const signIn = async (phone: string) => {
    const asked = await app.call(paths.codes, { method: 'POST', body: { phone, language: 'en' } });
    return CodeIssued.parse(asked.body).requestId;
  };
  const answerSignIn = (requestId: string, code: string) =>
    app.call(fillPath(paths.verifyCode, { requestId }), { method: 'POST', body: { code } });

  const kinds = {
    email: {
      change: paths.myEmail,
      verify: paths.verifyMyEmail,
      fresh: freshEmail,
      body: (email: string) => ({ email }),
      codeFor: (email: string) => app.mail.codeFor(email),
      sent: (email: string) => app.mail.mails.filter(({ to }) => to === email).length,
      of: ({ email }: User) => email,
    },
    phone: {
      change: paths.myPhone,
      verify: paths.verifyMyPhone,
      fresh: freshPhone,
      body: (phone: string) => ({ phone }),
      codeFor: (phone: string) => app.sms.codeFor(phone),
      sent: (phone: string) => app.sms.messages.filter(({ to }) => to === phone).length,
      of: ({ phone }: User) => phone,
    },
  };

  describe.each(Object.entries(kinds))('a new %s', (_, kind) => {
    const ask = (rider: Rider, contact: string) => post(kind.change, rider, kind.body(contact));
    const askId = async (rider: Rider, contact: string) =>
      CodeIssued.parse((await ask(rider, contact)).body).requestId;
    const answer = (rider: Rider, requestId: string, code: string) =>
      post(fillPath(kind.verify, { requestId }), rider, { code });

    test('replaces the old contact after the code for the new contact is entered, and signs the other devices out', async () => {
      const rider = await signUp(app);
      app.deps.clock.advance(60);
      const elsewhere = await signUp(app, rider.phone);
      const before = kind.of(await me(rider));
      const contact = kind.fresh();
      const requestId = await askId(rider, contact);
      expect(kind.of(await me(rider))).toBe(before);

      const user = User.parse((await answer(rider, requestId, kind.codeFor(contact))).body);
      expect(kind.of(user)).toBe(contact);
      expect(await me(rider)).toEqual(user);
      expect((await app.call(paths.me, { session: elsewhere.sessionId })).status).toBe(401);
      expect(problemOf(await answer(rider, requestId, kind.codeFor(contact)))).toBe('codeExpired');
    });

    test('needs its own code, in time, from the same rider', async () => {
      const [rider, other] = [await signUp(app), await signUp(app)];
      const [contact, othersContact] = [kind.fresh(), kind.fresh()];
      const requestId = await askId(rider, contact);
      const othersId = await askId(other, othersContact);
      const code = kind.codeFor(contact);
      expect(problemOf(await answer(other, requestId, code))).toBe('codeExpired');
      expect(problemOf(await answer(rider, othersId, kind.codeFor(othersContact)))).toBe(
        'codeExpired',
      );
      expect(problemOf(await answer(rider, '00000000-0000-4000-8000-000000000000', code))).toBe(
        'codeExpired',
      );
      expect(problemOf(await answerSignIn(requestId, code))).toBe('codeExpired');
      for (const typed of ['12345', '1234567', 'abcdef', '', 123456]) {
        const path = fillPath(kind.verify, { requestId });
        expect(problemOf(await post(path, rider, { code: typed }))).toBe('invalidInput');
      }
      expect(problemOf(await answer(rider, requestId, wrong(code)))).toBe('codeWrong');
      app.deps.clock.advance(601);
      await stepUp(app, rider);
      expect(problemOf(await answer(rider, requestId, code))).toBe('codeExpired');
      expect(kind.of(await me(rider))).not.toBe(contact);
      expect(kind.of(await me(other))).not.toBe(othersContact);
    });

    test('allows five guesses, even if they are concurrent @slow', async () => {
      const rider = await signUp(app);
      const contact = kind.fresh();
      const requestId = await askId(rider, contact);
      const right = Number(kind.codeFor(contact));
      const guesses = Array.from({ length: 20 }, (_, i) => (right + 1 + i) % 1_000_000);
      const said = await Promise.all(
        guesses.map(async (guess) =>
          problemOf(await answer(rider, requestId, String(guess).padStart(6, '0'))),
        ),
      );
      expect(said.filter((code) => code === 'codeWrong')).toHaveLength(4);
      expect(said.filter((code) => code === 'codeExhausted')).toHaveLength(16);
      expect(problemOf(await answer(rider, requestId, kind.codeFor(contact)))).toBe(
        'codeExhausted',
      );
      // Until this code expires, neither the rider nor another rider can get new tries with another code.
      app.deps.clock.advance(9 * 60);
      expect(problemOf(await ask(rider, contact))).toBe('tooManyRequests');
      expect(problemOf(await ask(await signUp(app), contact))).toBe('tooManyRequests');
      app.deps.clock.advance(61);
      expect(kind.sent(contact)).toBe(1);
      await stepUp(app, rider);
      expect((await ask(rider, contact)).status).toBeLessThan(300);
    });

    test('needs a longer wait for each further code, and a new code replaces the previous code', async () => {
      const rider = await signUp(app);
      const contact = kind.fresh();
      const first = await askId(rider, contact);
      const firstCode = kind.codeFor(contact);
      const early = await ask(rider, contact);
      expect(early.status).toBe(429);
      expect(Number(early.headers.get('retry-after'))).toBe(30);
      app.deps.clock.advance(31);
      const second = CodeIssued.parse((await ask(rider, contact)).body);
      expect(Date.parse(second.resendAt) - app.deps.clock.now().getTime()).toBeGreaterThan(59_000);
      expect(problemOf(await answer(rider, first, firstCode))).toBe('codeExpired');
      expect((await answer(rider, second.requestId, kind.codeFor(contact))).status).toBe(200);
    });

    test('gives no new tries after a resend', async () => {
      const rider = await signUp(app);
      const contact = kind.fresh();
      const first = await askId(rider, contact);
      const firstCode = kind.codeFor(contact);
      for (let i = 0; i < 3; i++) await answer(rider, first, wrong(firstCode));
      app.deps.clock.advance(31);
      const second = await askId(rider, contact);
      const code = kind.codeFor(contact);
      expect(problemOf(await answer(rider, second, wrong(code)))).toBe('codeWrong');
      expect(problemOf(await answer(rider, second, wrong(code)))).toBe('codeExhausted');
    });

    test('gets only one code, however many requests are concurrent', async () => {
      const rider = await signUp(app);
      const contact = kind.fresh();
      const answers = await Promise.all(Array.from({ length: 6 }, () => ask(rider, contact)));
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
      expect(kind.sent(contact)).toBe(1);
    });

    test('can be requested again at once if its code was not sent', async () => {
      const rider = await signUp(app);
      const contact = kind.fresh();
      app.sms.refusals = app.mail.refusals = 2;
      expect(problemOf(await ask(rider, contact))).toBe('unavailable');
      app.sms.refusals = app.mail.refusals = 1;
      expect((await ask(rider, contact)).status).toBeLessThan(300);
      app.sms.refusals = app.mail.refusals = 0;
    });

    test('is stored without its code in readable form', async () => {
      const rider = await signUp(app);
      const contact = kind.fresh();
      await ask(rider, contact);
      const { db } = app.deps;
      const rows = [
        ...(await db.selectFrom('contact_changes').selectAll().execute()),
        ...(await db.selectFrom('one_time_codes').selectAll().execute()),
      ];
      expect(rows.map(({ code_hash }) => code_hash).join()).not.toContain(kind.codeFor(contact));
    });
  });

  test.each([
    'plain',
    '@example.com',
    'a@b',
    'Ana@example.com',
    'ana@Example.com',
    ' ana@example.com',
    'ana@example.com ',
    'ana@example.com\n',
    'ana@@example.com',
    'ana@exa mple.com',
    'ana+tag@example.com+',
    'ana@example.c',
    'ana@example.com,eve@example.com',
    'ana@example.com\r\nbcc: eve@example.com',
    '<ana@example.com>',
    `${'a'.repeat(250)}@example.com`,
    'аna@example.com',
    '',
    7,
  ])('an invalid address is refused: %j', async (email) => {
    const rider = await signUp(app);
    const answer = await post(paths.myEmail, rider, { email });
    expect(Problem.parse(answer.body)).toMatchObject({
      code: 'invalidInput',
      fields: ['body.email'],
    });
    expect((await me(rider)).email).toBeNull();
  });

  test('a mail that got no answer in time is not sent a second time and counts, and its code is valid, because it may have been sent', async () => {
    const rider = await signUp(app);
    const email = freshEmail();
    const ask = () => post(paths.myEmail, rider, { email });
    app.mail.timeouts = 1;
    const unanswered = await ask();
    expect(Problem.parse(unanswered.body)).toMatchObject({ code: 'unavailable', retryAfter: 30 });
    expect(kinds.email.sent(email)).toBe(1);
    expect(problemOf(await ask())).toBe('tooManyRequests');
    const { db, clock } = app.deps;
    const mails = { name: 'code:email', windowSeconds: 24 * 60 * 60, limit: 1 };
    expect(await isUsedUp(db, mails, email, clock.now())).toBe(true);
    const { id: requestId } = await db
      .selectFrom('contact_changes')
      .select('id')
      .where('contact', '=', email)
      .executeTakeFirstOrThrow();
    const verify = fillPath(paths.verifyMyEmail, { requestId });
    expect(problemOf(await post(verify, rider, { code: wrong(app.mail.codeFor(email)) }))).toBe(
      'codeWrong',
    );
    const user = User.parse((await post(verify, rider, { code: app.mail.codeFor(email) })).body);
    expect(user.email).toBe(email);
  });

  test('after a mail that got no answer in time, the rider gets another code after the wait', async () => {
    const rider = await signUp(app);
    const email = freshEmail();
    const ask = () => post(paths.myEmail, rider, { email });
    app.mail.timeouts = 1;
    expect(problemOf(await ask())).toBe('unavailable');
    app.deps.clock.advance(31);
    const { requestId, resendAt } = CodeIssued.parse((await ask()).body);
    expect(kinds.email.sent(email)).toBe(2);
    // The rider must wait as long as after a second code.
    const waitMs = Date.parse(resendAt) - app.deps.clock.now().getTime();
    expect(waitMs).toBeGreaterThan(50_000);
    const verify = fillPath(paths.verifyMyEmail, { requestId });
    const { body } = await post(verify, rider, { code: app.mail.codeFor(email) });
    expect(User.parse(body).email).toBe(email);
  });

  test('an address is confirmed by its code, and is removed at once together with pending changes', async () => {
    const rider = await signUp(app);
    const email = freshEmail();
    const { requestId } = CodeIssued.parse((await post(paths.myEmail, rider, { email })).body);
    const path = fillPath(paths.verifyMyEmail, { requestId });
    const user = User.parse((await post(path, rider, { code: app.mail.codeFor(email) })).body);
    expect(user).toMatchObject({ email, emailConfirmed: true });

    // The address is already confirmed, so the server sends no code.
    const again = await post(paths.myEmail, rider, { email });
    expect(EmailChanged.parse(again.body)).toEqual({ status: 'saved', user });
    expect(app.mail.mails.filter(({ to }) => to === email)).toHaveLength(1);

    const next = freshEmail();
    const begun = CodeIssued.parse((await post(paths.myEmail, rider, { email: next })).body);
    const removed = EmailChanged.parse((await post(paths.myEmail, rider, { email: null })).body);
    expect(removed).toMatchObject({
      status: 'saved',
      user: { email: null, emailConfirmed: false },
    });
    const late = fillPath(paths.verifyMyEmail, { requestId: begun.requestId });
    expect(problemOf(await post(late, rider, { code: app.mail.codeFor(next) }))).toBe(
      'codeExpired',
    );
  });

  test.each([
    ['en', 'is your Charger rental code', 'It works'.length],
    ['es', 'es tu código de alquiler de cargadores', 0],
    ['zh-CN', '您的充电宝租借验证码是', 0],
  ])('the mail with a code is in the rider’s language: %s', async (language, words) => {
    const rider = await signUp(app);
    await app.call(paths.me, { method: 'PATCH', session: rider.sessionId, body: { language } });
    const email = freshEmail();
    await post(paths.myEmail, rider, { email });
    const mail = app.mail.mails.at(-1);
    expect(mail).toMatchObject({ to: email });
    expect(mail?.subject).toContain(words);
    expect(mail?.subject).toContain(mail?.code);
    expect(mail?.text).toContain(mail?.code);
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/\{\{|<\w/);
  });

  test('only a right code reveals that a phone is taken, and the code cannot be used again', async () => {
    const [rider, owner] = [await signUp(app), await signUp(app)];
    app.deps.clock.advance(60);
    const asked = await post(paths.myPhone, rider, { phone: owner.phone });
    expect(asked.status).toBe(201);
    const { requestId } = CodeIssued.parse(asked.body);
    const path = fillPath(paths.verifyMyPhone, { requestId });
    const code = app.sms.codeFor(owner.phone);
    expect(problemOf(await post(path, rider, { code: wrong(code) }))).toBe('codeWrong');
    expect(problemOf(await post(path, rider, { code }))).toBe('phoneTaken');
    expect(problemOf(await post(path, rider, { code }))).toBe('codeExpired');
    expect((await me(rider)).phone).toBe(rider.phone);
    expect((await me(owner)).phone).toBe(owner.phone);
  });

  test('if two riders request the same phone, the rider who requested last gets the code', async () => {
    const [first, second] = [await signUp(app), await signUp(app)];
    const phone = freshPhone();
    const ask = async (rider: Rider) => {
      const { requestId } = CodeIssued.parse((await post(paths.myPhone, rider, { phone })).body);
      return { path: fillPath(paths.verifyMyPhone, { requestId }), code: app.sms.codeFor(phone) };
    };
    const firsts = await ask(first);
    app.deps.clock.advance(31);
    const seconds = await ask(second);
    const answers = await Promise.all([
      post(firsts.path, first, { code: firsts.code }),
      post(seconds.path, second, { code: seconds.code }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([410, 200]);
    expect((await me(first)).phone).toBe(first.phone);
  });

  test('pending codes for a sign-in end with a change of the phone', async () => {
    const rider = await signUp(app);
    app.deps.clock.advance(60);
    const toOld = await signIn(rider.phone);
    const phone = freshPhone();
    const { requestId } = CodeIssued.parse((await post(paths.myPhone, rider, { phone })).body);
    const path = fillPath(paths.verifyMyPhone, { requestId });
    expect((await post(path, rider, { code: app.sms.codeFor(phone) })).status).toBe(200);
    expect(problemOf(await answerSignIn(toOld, app.sms.codeFor(rider.phone)))).toBe('codeExpired');

    // After the change, the new phone signs the same rider in, and the old phone creates a new account.
    app.deps.clock.advance(120);
    expect((await signUp(app, phone)).user.id).toBe(rider.user.id);
    expect((await signUp(app, rider.phone)).user.id).not.toBe(rider.user.id);
  });

  test.each(['+12125550', '+15555550123', '+19005550123'])(
    'a phone that cannot receive text messages is refused: %s',
    async (phone) => {
      const rider = await signUp(app);
      expect(problemOf(await post(paths.myPhone, rider, { phone }))).toBe('phoneInvalid');
    },
  );
});

forEachEngine((engine) => {
  test('without a mail provider, an address is stored as not confirmed', async () => {
    const app = await startTestApp({ engine, mail: null });
    try {
      const { sessionId: session } = await signUp(app);
      const change = async (email: string | null) => {
        const answer = await app.call(paths.myEmail, { method: 'POST', session, body: { email } });
        return EmailChanged.parse(answer.body);
      };
      expect(await change('ana@example.com')).toMatchObject({
        status: 'saved',
        user: { email: 'ana@example.com', emailConfirmed: false },
      });
      expect(await change(null)).toMatchObject({ status: 'saved', user: { email: null } });
    } finally {
      await app.close();
    }
  });

  test('requests for a mail do not count against the limit of the e-mail address if they come too early @slow', async () => {
    const app = await startTestApp({
      engine,
      clock: new StoppedClock(),
      env: { CODES_PER_PHONE: '2', CODES_PER_ADDRESS: '100' },
    });
    try {
      const rider = await signUp(app);
      const email = freshEmail();
      const ask = async () => {
        const session = rider.sessionId;
        return (await app.call(paths.myEmail, { method: 'POST', session, body: { email } })).status;
      };
      const answers = await Promise.all(Array.from({ length: 10 }, ask));
      expect(answers.filter((status) => status === 200)).toHaveLength(1);
      app.deps.clock.advance(31);
      expect(await ask()).toBe(200);
    } finally {
      await app.close();
    }
  });

  test('codes by mail and codes by text message share the limit of a network', async () => {
    const clock = new StoppedClock();
    const app = await startTestApp({ engine, clock, env: { CODES_PER_ADDRESS: '2' } });
    try {
      const rider = await signUp(app);
      const ask = async (path: string, body: unknown) =>
        (await app.call(path, { method: 'POST', session: rider.sessionId, body })).status;
      expect(await ask(paths.myEmail, { email: freshEmail() })).toBe(200);
      app.deps.clock.advance(31);
      expect(await ask(paths.myEmail, { email: freshEmail() })).toBe(429);
      expect(await ask(paths.myPhone, { phone: freshPhone() })).toBe(429);
    } finally {
      await app.close();
    }
  });
});
