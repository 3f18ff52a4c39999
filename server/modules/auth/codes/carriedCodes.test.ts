import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CodeIssued, SignedIn } from '../../../../contract/signIn/auth.ts';
import { Problem } from '../../../../contract/errors.ts';
import { fillPath, paths } from '../../../../contract/paths.ts';
import { createTwilioVerify } from '../../../providers/sms/twilioVerify.ts';
import { freshPhone, startTestApp, type CallAnswer, type TestApp } from '../../../testing/app.ts';
import { forEachEngine } from '../../../testing/database.ts';
import { FakeTwilio, type TwilioFault } from '../../../testing/fakeTwilio.ts';
import { registerCodeApprovals } from './sendCode.ts';

/**
 * Sign-in with Twilio Verify. The server creates the codes, and Twilio writes the text of the
 * messages.
 */
forEachEngine((engine) => {
  let app: TestApp;
  let twilio: FakeTwilio;
  beforeAll(async () => {
    twilio = await FakeTwilio.start();
    // The timeout is long, because sixty concurrent calls may be slow on a busy machine.
    const sms = createTwilioVerify({ ...twilio.options, timeoutMs: 2_000 });
    app = await startTestApp({ engine, sms });
    registerCodeApprovals(app.deps);
  });
  afterEach(() => {
    twilio.faults.length = 0;
    twilio.calls.length = 0;
    twilio.allowsCustomCodes = true;
  });
  afterAll(async () => {
    await app.close();
    await twilio.close();
  });

  const ask = (phone: string, cookie = '') =>
    app.call(paths.codes, {
      method: 'POST',
      body: { phone, language: 'zh-CN' },
      headers: { cookie },
    });
  const askId = async (phone: string) => CodeIssued.parse((await ask(phone)).body).requestId;
  const answer = (requestId: string, code: string) =>
    app.call(fillPath(paths.verifyCode, { requestId }), { method: 'POST', body: { code } });
  const codeOf = ({ body }: CallAnswer) => Problem.parse(body).code;
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
  const checks = () => twilio.callsTo('VerificationCheck').length;
  const rowOf = (requestId: string) =>
    app.deps.db
      .selectFrom('one_time_codes')
      .select(['code_hash', 'carrier_reference', 'state', 'failures'])
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow();
  const statusOf = async (requestId: string) =>
    twilio.statusOf((await rowOf(requestId)).carrier_reference ?? '');
  /** Requests a code in the way in which an earlier version of the server did: Twilio creates and checks the code. */
  const askEarlierVersion = async (phone: string) => {
    const id = randomUUID();
    const now = app.deps.clock.now();
    await app.deps.db
      .insertInto('one_time_codes')
      .values({
        id,
        phone,
        language: 'zh-CN',
        code_hash: null,
        carrier_reference: twilio.startOwn(phone),
        user_id: null,
        browser: null,
        device: null,
        state: 'issued',
        created_at: now,
        expires_at: new Date(now.getTime() + 10 * 60_000),
      })
      .execute();
    return id;
  };

  test('a rider gets the code in their own language, and Twilio gets a report that the code was entered', async () => {
    const phone = freshPhone();
    const requestId = await askId(phone);
    expect(twilio.texts.at(-1)).toMatchObject({ to: phone, locale: 'zh-CN' });
    expect((await rowOf(requestId)).code_hash).toMatch(/^[0-9a-f]{64}$/);
    const code = twilio.codeFor(phone);
    expect(codeOf(await answer(requestId, wrong(code)))).toBe('codeWrong');
    const { user } = SignedIn.parse((await answer(requestId, code)).body);
    expect(user.phone).toBe(phone);
    expect(codeOf(await answer(requestId, code))).toBe('codeExpired');
    await app.deps.outbox.idle();
    expect(await statusOf(requestId)).toBe('approved');
    expect(checks()).toBe(0);
  });

  test('a failed report to Twilio is repeated, and does not delay the sign-in', async () => {
    const phone = freshPhone();
    const requestId = await askId(phone);
    expect((await answer(requestId, twilio.codeFor(phone))).status).toBe(200);
    twilio.faults.push({ kind: 'page', status: 503 });
    await app.deps.outbox.idle();
    expect(await statusOf(requestId)).toBe('pending');
    app.deps.clock.advance(1);
    await app.deps.outbox.idle();
    expect(await statusOf(requestId)).toBe('approved');
  });

  test('after the lifetime of a code, the server reports nothing to Twilio', async () => {
    const phone = freshPhone();
    const requestId = await askId(phone);
    expect((await answer(requestId, twilio.codeFor(phone))).status).toBe(200);
    app.deps.clock.advance(600);
    await app.deps.outbox.idle();
    expect(await statusOf(requestId)).toBe('pending');
  });

  test("a stranger's requests and wrong codes do not end the owner's code", async () => {
    const phone = freshPhone();
    const owners = await askId(phone);
    const ownersCode = twilio.codeFor(phone);
    for (const seconds of [31, 61, 121]) {
      app.deps.clock.advance(seconds);
      const strangers = await askId(phone);
      const strangersCode = twilio.codeFor(phone);
      for (let i = 0; i < 5; i++) await answer(strangers, wrong(strangersCode));
      expect(codeOf(await answer(strangers, strangersCode))).toBe('codeExhausted');
      // Twilio sends each new code, although it allows only one pending verification per phone.
      expect(strangersCode).not.toBe(ownersCode);
    }
    expect(await rowOf(owners)).toMatchObject({ state: 'issued', failures: 0 });
    expect((await answer(owners, ownersCode)).status).toBe(200);
  });

  test('a service without custom codes sends nothing, and the request can be repeated', async () => {
    const phone = freshPhone();
    twilio.allowsCustomCodes = false;
    expect(codeOf(await ask(phone))).toBe('unavailable');
    twilio.allowsCustomCodes = true;
    expect((await ask(phone)).status).toBe(201);
  });

  test('another request of the same browser sends another code, and keeps the count of failures', async () => {
    const phone = freshPhone();
    const asked = await ask(phone);
    const cookie = asked.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const first = CodeIssued.parse(asked.body).requestId;
    const firstCode = twilio.codeFor(phone);
    for (let i = 0; i < 3; i++) {
      expect(codeOf(await answer(first, wrong(firstCode)))).toBe('codeWrong');
    }
    app.deps.clock.advance(31);
    const second = CodeIssued.parse((await ask(phone, cookie)).body).requestId;
    const secondCode = twilio.codeFor(phone);
    expect(codeOf(await answer(first, firstCode))).toBe('codeExpired');
    expect(codeOf(await answer(second, wrong(secondCode)))).toBe('codeWrong');
    expect(codeOf(await answer(second, wrong(secondCode)))).toBe('codeExhausted');
  });

  test('a code is valid only for its own request', async () => {
    const [phone, other] = [freshPhone(), freshPhone()];
    const requestId = await askId(phone);
    await askId(other);
    const otherCode = twilio.codeFor(other);
    if (otherCode === twilio.codeFor(phone)) return;
    expect(codeOf(await answer(requestId, otherCode))).toBe('codeWrong');
  });

  test('a rider with a code of the previous version signs in', async () => {
    const phone = freshPhone();
    const requestId = await askEarlierVersion(phone);
    expect(codeOf(await answer(requestId, wrong(twilio.codeFor(phone))))).toBe('codeWrong');
    const [call] = twilio.callsTo('VerificationCheck');
    expect(call?.form['VerificationSid']).toMatch(/^VE/);
    const { user } = SignedIn.parse((await answer(requestId, twilio.codeFor(phone))).body);
    expect(user.phone).toBe(phone);
  });

  test('sixty concurrent guesses cause five requests to the provider', async () => {
    const phone = freshPhone();
    const requestId = await askEarlierVersion(phone);
    const right = Number(twilio.codeFor(phone));
    const guesses = Array.from({ length: 60 }, (_, i) => (right + 1 + i) % 1_000_000);
    const answers = await Promise.all(
      guesses.map((guess) => answer(requestId, String(guess).padStart(6, '0'))),
    );
    expect(checks()).toBe(5);
    const said = answers.map(codeOf);
    expect(said.every((code) => code === 'codeWrong' || code === 'codeExhausted')).toBe(true);
    expect(await rowOf(requestId)).toMatchObject({ failures: 5, state: 'exhausted' });
    expect(codeOf(await answer(requestId, twilio.codeFor(phone)))).toBe('codeExhausted');
    expect(checks()).toBe(5);
  });

  test.each(['this version', 'the version before'])(
    'the right code of %s sent many times concurrently opens one session',
    async (version) => {
      const phone = freshPhone();
      const requestId = await (version === 'this version' ? askId : askEarlierVersion)(phone);
      const code = twilio.codeFor(phone);
      const answers = await Promise.all(Array.from({ length: 4 }, () => answer(requestId, code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await rowOf(requestId)).toMatchObject({ state: 'verified' });
    },
  );

  test('the server limits a code to ten minutes by itself', async () => {
    const phone = freshPhone();
    const requestIds = [await askId(phone), await askEarlierVersion(freshPhone())];
    app.deps.clock.advance(600);
    for (const requestId of requestIds) {
      expect(codeOf(await answer(requestId, twilio.codeFor(phone)))).toBe('codeExpired');
    }
    expect(checks()).toBe(0);
  });

  test.each<[string, TwilioFault]>([
    ['its server fails', { kind: 'page', status: 503 }],
    ['it does not answer', { kind: 'hang' }],
    ['the line is cut', { kind: 'cut' }],
    ['our key is refused', { kind: 'answer', status: 401, code: 20003 }],
  ])('a try that the provider does not check does not count: %s @slow', async (_, fault) => {
    const phone = freshPhone();
    const requestId = await askEarlierVersion(phone);
    twilio.faults.push(fault);
    const failed = await answer(requestId, wrong(twilio.codeFor(phone)));
    expect([failed.status, codeOf(failed)]).toEqual([503, 'unavailable']);
    expect(await rowOf(requestId)).toMatchObject({ failures: 0, state: 'issued' });
    expect((await answer(requestId, twilio.codeFor(phone))).status).toBe(200);
  });

  test.each<[TwilioFault, number, string]>([
    [{ kind: 'answer', status: 429, code: 60202 }, 422, 'codeExhausted'],
    [{ kind: 'answer', status: 404, code: 20404 }, 410, 'codeExpired'],
    [{ kind: 'answer', status: 429, code: 60212 }, 429, 'tooManyRequests'],
  ])(
    "the answer to the rider follows the result of the provider's check: %j",
    async (fault, status, code) => {
      const requestId = await askEarlierVersion(freshPhone());
      twilio.faults.push(fault);
      const failed = await answer(requestId, '123456');
      expect([failed.status, codeOf(failed)]).toEqual([status, code]);
    },
  );

  test.each<[TwilioFault, number, string]>([
    [{ kind: 'answer', status: 400, code: 60200 }, 400, 'phoneInvalid'],
    [{ kind: 'answer', status: 403, code: 60205 }, 400, 'phoneInvalid'],
    [{ kind: 'answer', status: 403, code: 60605 }, 403, 'countryNotServed'],
    [{ kind: 'answer', status: 429, code: 60203 }, 429, 'tooManyRequests'],
    [{ kind: 'answer', status: 401, code: 20003 }, 503, 'unavailable'],
  ])(
    'if the provider refuses a message, the server returns the reason and deletes the code: %j',
    async (fault, status, code) => {
      const phone = freshPhone();
      twilio.faults.push(fault);
      const failed = await ask(phone);
      expect([failed.status, codeOf(failed)]).toEqual([status, code]);
      if (status === 429) expect(failed.headers.get('retry-after')).toBe('600');
      // A message that was not sent does not make the rider wait for the next code.
      const requestId = await askId(phone);
      expect((await answer(requestId, twilio.codeFor(phone))).status).toBe(200);
    },
  );

  test.each<[TwilioFault]>([
    [{ kind: 'page', status: 500 }],
    [{ kind: 'page', status: 200 }],
    [{ kind: 'hang' }],
    [{ kind: 'cut' }],
  ])(
    'a message that may have been sent counts, and the rider waits for the next code: %j @slow',
    async (fault) => {
      const phone = freshPhone();
      twilio.faults.push(fault);
      const failed = await ask(phone);
      expect([failed.status, codeOf(failed)]).toEqual([503, 'unavailable']);
      expect(failed.headers.get('retry-after')).toBe('30');
      expect((await ask(phone)).status).toBe(429);
      app.deps.clock.advance(30);
      const cancelled = twilio.calls.length;
      const requestId = await askId(phone);
      // The provider may have received the first code, so the server cancels it before it sends the second code.
      expect(twilio.calls.slice(cancelled).map(({ form }) => form['Status'])).toContain('canceled');
      expect((await answer(requestId, twilio.codeFor(phone))).status).toBe(200);
    },
  );

  test('other riders do not wait while the provider does not answer @slow', async () => {
    twilio.faults.push({ kind: 'hang' });
    const order: string[] = [];
    const slow = ask(freshPhone()).then(() => order.push('slow'));
    await expect.poll(() => twilio.calls.length).toBe(1);
    const quick = ask(freshPhone()).then(({ status }) => order.push(`quick ${status}`));
    await Promise.all([slow, quick]);
    expect(order).toEqual(['quick 201', 'slow']);
  });
});
