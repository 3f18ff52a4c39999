import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeTwilio, type TwilioFault } from '../../testing/fakeTwilio.ts';
import type { TemplateCodeProvider } from './codeProvider.ts';
import { createTwilioVerify } from './twilioVerify.ts';

let twilio: FakeTwilio;
let twilioProvider: TemplateCodeProvider;
beforeEach(async () => {
  twilio = await FakeTwilio.start();
  twilioProvider = createTwilioVerify(twilio.options);
});
afterEach(() => twilio.close());

const to = '+525512345678';
let codes = 123_455;
const nextCode = () => String(++codes);
const send = ({ hasEarlier = false, code = nextCode() } = {}) =>
  twilioProvider.send({ to, language: 'es', code, hasEarlier });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

test('the provider sends a code with the parameters of the API, and reports to Twilio that the code was entered', async () => {
  const reference = await send({ code: '012345' });
  expect(reference).toMatch(/^VE[0-9a-f]{32}$/);
  expect(twilio.calls).toEqual([
    {
      path: 'Verifications',
      form: { To: to, Channel: 'sms', CustomCode: '012345', Locale: 'es' },
      authorization: expect.stringMatching(/^Basic /),
    },
  ]);
  await twilioProvider.approve(reference);
  expect(twilio.calls.at(-1)).toMatchObject({
    path: `Verifications/${reference}`,
    form: { Status: 'approved' },
  });
  expect(twilio.statusOf(reference)).toBe('approved');
  // Twilio no longer has the verification. This does not count as a failure.
  await twilioProvider.approve(reference);
  twilio.faults.push({ kind: 'page', status: 503 });
  await expect(twilioProvider.approve(reference)).rejects.toMatchObject({ reason: 'unavailable' });
});

test('a service without the option for custom codes sends nothing, and the error names the option', async () => {
  twilio.allowsCustomCodes = false;
  await expect(send()).rejects.toMatchObject({
    reason: 'unavailable',
    message: expect.stringMatching('enable custom codes'),
  });
  expect(twilio.texts).toEqual([]);
});

test('the pending verification is cancelled, so that Twilio sends the next code @slow', async () => {
  const hasEarlier = true;
  // At the first call, Twilio has no pending verification to cancel. This does not count as a failure.
  const first = await send({ hasEarlier });
  for (let i = 0; i < 6; i++) {
    await send({ hasEarlier });
    expect(twilio.codeFor(to)).toBe(String(codes));
  }
  expect(twilio.statusOf(first)).toBe('canceled');
  twilio.faults.push({ kind: 'hang' });
  await expect(send({ hasEarlier })).resolves.toMatch(/^VE/);
});

test.each(['hang', 'cut'] as const)(
  'a verification that Twilio may have started is cancelled, so that the next code is sent: %s @slow',
  async (kind) => {
    twilio.faults.push({ kind });
    await expect(send()).rejects.toMatchObject({ reason: 'unavailable' });
    await expect.poll(() => twilio.isPending(to)).toBe(false);
    await send();
    expect(twilio.codeFor(to)).toBe(String(codes));
  },
);

test('the provider checks a code that Twilio created for an earlier version', async () => {
  const reference = twilio.startOwn(to);
  const code = twilio.codeFor(to);
  expect(await twilioProvider.check(reference, wrong(code))).toBe('wrong');
  expect(await twilioProvider.check(reference, code)).toBe('right');
  // Twilio deletes a code after its approval.
  expect(await twilioProvider.check(reference, code)).toBe('gone');
  expect(twilio.callsTo('VerificationCheck')[0]?.form).toEqual({
    VerificationSid: reference,
    Code: wrong(code),
  });
});

test('the provider reports five wrong checks, and an expired code', async () => {
  const reference = twilio.startOwn(to);
  const code = twilio.codeFor(to);
  for (let i = 0; i < 5; i++)
    expect(await twilioProvider.check(reference, wrong(code))).toBe('wrong');
  expect(await twilioProvider.check(reference, code)).toBe('exhausted');
  twilio.forgetAll();
  expect(await twilioProvider.check(reference, code)).toBe('gone');
});

test('if Twilio does not support the language, Twilio chooses a language by the country', async () => {
  twilio.unknownLocales = ['es'];
  await send();
  expect(twilio.texts).toEqual([{ to, code: expect.any(String), locale: undefined }]);
});

test('without a cancellation Twilio refuses the sixth text to a number', async () => {
  for (let i = 0; i < 5; i++) await send();
  await expect(send()).rejects.toMatchObject({ reason: 'tooManyRequests', retryAfter: 600 });
});

const refusals: [TwilioFault, object][] = [
  [{ kind: 'answer', status: 400, code: 60200 }, { reason: 'phoneInvalid' }],
  [{ kind: 'answer', status: 403, code: 60205 }, { reason: 'phoneInvalid' }],
  [{ kind: 'answer', status: 400, code: 60220 }, { reason: 'countryNotServed' }],
  [{ kind: 'answer', status: 403, code: 60605 }, { reason: 'countryNotServed' }],
  [
    { kind: 'answer', status: 429, code: 60212, headers: { 'retry-after': '7' } },
    { reason: 'tooManyRequests', retryAfter: 7 },
  ],
  [
    { kind: 'answer', status: 403, code: 60410 },
    { reason: 'tooManyRequests', retryAfter: 3600 },
  ],
  [
    { kind: 'answer', status: 429 },
    { reason: 'tooManyRequests', retryAfter: null },
  ],
  [{ kind: 'answer', status: 401, code: 20003 }, { reason: 'unavailable' }],
  [{ kind: 'answer', status: 500, code: 20500 }, { reason: 'unavailable' }],
  [{ kind: 'page', status: 502 }, { reason: 'unavailable' }],
  [{ kind: 'page', status: 200 }, { reason: 'unavailable' }],
];
test.each(refusals)('a call with the fault %j is refused', async (fault, expected) => {
  twilio.faults.push(fault);
  await expect(send()).rejects.toMatchObject({ name: 'CodeProviderError', ...expected });
  expect(twilio.callsTo('Verifications')).toHaveLength(1);

  const reference = await send();
  twilio.faults.push(fault);
  await expect(twilioProvider.check(reference, '123456')).rejects.toMatchObject({
    name: 'CodeProviderError',
  });
});

test('a call with a wrong API key is refused', async () => {
  twilioProvider = createTwilioVerify({ ...twilio.options, password: 'another' });
  const failed = send();
  await expect(failed).rejects.toMatchObject({ reason: 'unavailable' });
  await expect(failed).rejects.not.toThrow(/another|525512345678/);
});

describe('the provider tries again', () => {
  test('once, if Twilio did not process the call @slow', async () => {
    const limited: TwilioFault = { kind: 'answer', status: 429, code: 20429 };
    twilio.faults.push(limited);
    await expect(send()).resolves.toMatch(/^VE/);
    expect(twilio.texts).toHaveLength(1);

    twilio.faults.push(limited, limited);
    await expect(send()).rejects.toMatchObject({ reason: 'tooManyRequests' });
  });

  test.each(['hang', 'cut'] as const)(
    'never, if the call may have had an effect (fault: %s) @slow',
    async (kind) => {
      twilio.faults.push({ kind });
      await expect(send()).rejects.toMatchObject({ reason: 'unavailable' });
      expect(twilio.texts).toHaveLength(1);

      const reference = await send();
      twilio.faults.push({ kind });
      await expect(twilioProvider.check(reference, '123456')).rejects.toMatchObject({
        reason: 'unavailable',
      });
      expect(twilio.callsTo('VerificationCheck')).toHaveLength(1);
    },
  );

  test('once, if the connection was refused, and then reports that Twilio is unavailable', async () => {
    await twilio.close();
    await expect(send()).rejects.toMatchObject({ reason: 'unavailable' });
    twilio = await FakeTwilio.start();
  });
});
