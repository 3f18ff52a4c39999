import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CodeIssued, SignedIn } from '../../../../contract/auth.ts';
import { Problem } from '../../../../contract/errors.ts';
import { fillPath, paths } from '../../../../contract/paths.ts';
import { createTwilioVerify } from '../../../providers/sms/twilioVerify.ts';
import { freshPhone, startTestApp, type CallAnswer, type TestApp } from '../../../testing/app.ts';
import { forEachEngine } from '../../../testing/database.ts';
import { FakeTwilio, type TwilioFault } from '../../../testing/fakeTwilio.ts';

/** Sign-in with codes that the SMS provider creates and checks itself. */
forEachEngine((engine) => {
  let app: TestApp;
  let twilio: FakeTwilio;
  beforeAll(async () => {
    twilio = await FakeTwilio.start();
    // A hundred concurrent calls may take a while on a busy machine.
    const sms = createTwilioVerify({ ...twilio.options, timeoutMs: 2_000 });
    app = await startTestApp({ engine, sms });
  });
  afterEach(() => {
    twilio.faults.length = 0;
    twilio.calls.length = 0;
  });
  afterAll(async () => {
    await app.close();
    await twilio.close();
  });

  const ask = (phone: string) =>
    app.call(paths.codes, { method: 'POST', body: { phone, language: 'zh-CN' } });
  const askId = async (phone: string) => CodeIssued.parse((await ask(phone)).body).requestId;
  const answer = (requestId: string, code: string) =>
    app.call(fillPath(paths.verifyCode, { requestId }), { method: 'POST', body: { code } });
  const codeOf = ({ body }: CallAnswer) => Problem.parse(body).code;
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
  const checks = () => twilio.callsTo('VerificationCheck').length;
  const rowOf = (requestId: string) =>
    app.deps.db
      .selectFrom('one_time_codes')
      .select(['code_hash', 'state', 'failures'])
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow();

  test('a rider signs in, in their language, and no part of the code is stored', async () => {
    const phone = freshPhone();
    const requestId = await askId(phone);
    expect(twilio.texts.at(-1)).toMatchObject({ to: phone, locale: 'zh-CN' });
    expect((await rowOf(requestId)).code_hash).toBeNull();
    const { user } = SignedIn.parse((await answer(requestId, twilio.codeFor(phone))).body);
    expect(user.phone).toBe(phone);
    expect(codeOf(await answer(requestId, twilio.codeFor(phone)))).toBe('codeExpired');
    expect(checks()).toBe(1);
  });

  test('a hundred concurrent guesses cause five requests to the provider', async () => {
    const phone = freshPhone();
    const requestId = await askId(phone);
    const right = Number(twilio.codeFor(phone));
    const guesses = Array.from({ length: 100 }, (_, i) => (right + 1 + i) % 1_000_000);
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

  test('the right code sent many times concurrently opens one session', async () => {
    const phone = freshPhone();
    const requestId = await askId(phone);
    const code = twilio.codeFor(phone);
    const answers = await Promise.all(Array.from({ length: 4 }, () => answer(requestId, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rowOf(requestId)).toMatchObject({ state: 'verified' });
  });

  test('a resend sends another code, and keeps the failures', async () => {
    const phone = freshPhone();
    const first = await askId(phone);
    const firstCode = twilio.codeFor(phone);
    for (let i = 0; i < 3; i++) {
      expect(codeOf(await answer(first, wrong(firstCode)))).toBe('codeWrong');
    }
    app.deps.clock.advance(31);
    const second = await askId(phone);
    const secondCode = twilio.codeFor(phone);
    const before = checks();
    expect(codeOf(await answer(first, firstCode))).toBe('codeExpired');
    expect(checks()).toBe(before);
    expect(codeOf(await answer(second, wrong(secondCode)))).toBe('codeWrong');
    expect(codeOf(await answer(second, wrong(secondCode)))).toBe('codeExhausted');
  });

  test('the server itself limits a code to ten minutes', async () => {
    const phone = freshPhone();
    const requestId = await askId(phone);
    app.deps.clock.advance(600);
    expect(codeOf(await answer(requestId, twilio.codeFor(phone)))).toBe('codeExpired');
    expect(checks()).toBe(0);
  });

  test('a code is valid only for its own request', async () => {
    const [phone, other] = [freshPhone(), freshPhone()];
    const requestId = await askId(phone);
    await askId(other);
    expect(codeOf(await answer(requestId, wrong(twilio.codeFor(phone))))).toBe('codeWrong');
    const [call] = twilio.callsTo('VerificationCheck');
    expect(call?.form['VerificationSid']).toMatch(/^VE/);
  });

  test.each<[string, TwilioFault]>([
    ['its server fails', { kind: 'page', status: 503 }],
    ['it does not answer', { kind: 'hang' }],
    ['the line is cut', { kind: 'cut' }],
    ['our key is refused', { kind: 'answer', status: 401, code: 20003 }],
  ])('a try without an answer of the provider does not count: %s', async (_, fault) => {
    const phone = freshPhone();
    const requestId = await askId(phone);
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
  ])("answers the result of the provider's check: %j", async (fault, status, code) => {
    const requestId = await askId(freshPhone());
    twilio.faults.push(fault);
    const failed = await answer(requestId, '123456');
    expect([failed.status, codeOf(failed)]).toEqual([status, code]);
  });

  test.each<[TwilioFault, number, string]>([
    [{ kind: 'answer', status: 400, code: 60200 }, 400, 'phoneInvalid'],
    [{ kind: 'answer', status: 403, code: 60205 }, 400, 'phoneInvalid'],
    [{ kind: 'answer', status: 403, code: 60605 }, 403, 'countryNotServed'],
    [{ kind: 'answer', status: 429, code: 60203 }, 429, 'tooManyRequests'],
    [{ kind: 'answer', status: 401, code: 20003 }, 503, 'unavailable'],
    [{ kind: 'page', status: 500 }, 503, 'unavailable'],
    [{ kind: 'hang' }, 503, 'unavailable'],
  ])(
    'if the provider refuses a message, the answer has the reason, and the code is deleted: %j',
    async (fault, status, code) => {
      const phone = freshPhone();
      twilio.faults.push(fault);
      const failed = await ask(phone);
      expect([failed.status, codeOf(failed)]).toEqual([status, code]);
      if (status === 429) expect(failed.headers.get('retry-after')).toBe('600');
      // A message that was never sent causes no waiting time.
      const requestId = await askId(phone);
      expect((await answer(requestId, twilio.codeFor(phone))).status).toBe(200);
    },
  );

  test('while the provider does not answer, other riders do not wait', async () => {
    twilio.faults.push({ kind: 'hang' });
    const order: string[] = [];
    const slow = ask(freshPhone()).then(() => order.push('slow'));
    await expect.poll(() => twilio.calls.length).toBe(1);
    const quick = ask(freshPhone()).then(({ status }) => order.push(`quick ${status}`));
    await Promise.all([slow, quick]);
    expect(order).toEqual(['quick 201', 'slow']);
  });
});
