import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeTwilio, type TwilioFault } from '../../testing/fakeTwilio.ts';
import type { CheckingCodeProvider } from './codeProvider.ts';
import { createTwilioVerify } from './twilioVerify.ts';

let twilio: FakeTwilio;
let twilioProvider: CheckingCodeProvider;
beforeEach(async () => {
  twilio = await FakeTwilio.start();
  twilioProvider = createTwilioVerify(twilio.options);
});
afterEach(() => twilio.close());

const to = '+525512345678';
const send = (replaces: string | null = null) =>
  twilioProvider.send({ to, language: 'es', replaces });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

test('sends and checks a code with the parameters of the API', async () => {
  const reference = await send();
  expect(reference).toMatch(/^VE[0-9a-f]{32}$/);
  expect(twilio.calls).toEqual([
    {
      path: 'Verifications',
      form: { To: to, Channel: 'sms', Locale: 'es' },
      authorization: expect.stringMatching(/^Basic /),
    },
  ]);
  const code = twilio.codeFor(to);
  expect(await twilioProvider.check(reference, wrong(code))).toBe('wrong');
  expect(await twilioProvider.check(reference, code)).toBe('right');
  // Twilio forgets an approved code.
  expect(await twilioProvider.check(reference, code)).toBe('gone');
  expect(twilio.callsTo('VerificationCheck')[0]?.form).toEqual({
    VerificationSid: reference,
    Code: wrong(code),
  });
});

test('an earlier code is cancelled, so that the next code is different and has its full lifetime', async () => {
  const first = await send();
  const second = await send(first);
  expect(second).not.toBe(first);
  expect(await twilioProvider.check(first, twilio.texts[0]?.code ?? '')).toBe('gone');
  // A code that Twilio has forgotten cannot be cancelled, and need not be.
  await expect(send(first)).resolves.toMatch(/^VE/);
  twilio.faults.push({ kind: 'hang' });
  await expect(send(second)).resolves.toMatch(/^VE/);
});

test('reports five wrong checks, and an expired code', async () => {
  const reference = await send();
  const code = twilio.codeFor(to);
  for (let i = 0; i < 5; i++)
    expect(await twilioProvider.check(reference, wrong(code))).toBe('wrong');
  expect(await twilioProvider.check(reference, code)).toBe('exhausted');
  twilio.forgetAll();
  expect(await twilioProvider.check(reference, code)).toBe('gone');
});

test('for an unsupported language Twilio chooses one by the country', async () => {
  twilio.unknownLocales = ['es'];
  await send();
  expect(twilio.texts).toEqual([{ to, code: expect.any(String), locale: undefined }]);
});

test('refuses the sixth text for a code that was not entered', async () => {
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
test.each(refusals)('%j is refused', async (fault, expected) => {
  twilio.faults.push(fault);
  await expect(send()).rejects.toMatchObject({ name: 'CodeProviderError', ...expected });
  expect(twilio.calls).toHaveLength(1);

  const reference = await send();
  twilio.faults.push(fault);
  await expect(twilioProvider.check(reference, '123456')).rejects.toMatchObject({
    name: 'CodeProviderError',
  });
});

test('a wrong key is refused', async () => {
  twilioProvider = createTwilioVerify({ ...twilio.options, password: 'another' });
  const failed = send();
  await expect(failed).rejects.toMatchObject({ reason: 'unavailable' });
  await expect(failed).rejects.not.toThrow(/another|525512345678/);
});

describe('tries again', () => {
  test('once, if Twilio did not process the call', async () => {
    const limited: TwilioFault = { kind: 'answer', status: 429, code: 20429 };
    twilio.faults.push(limited);
    await expect(send()).resolves.toMatch(/^VE/);
    expect(twilio.texts).toHaveLength(1);

    twilio.faults.push(limited, limited);
    await expect(send()).rejects.toMatchObject({ reason: 'tooManyRequests' });
  });

  test.each(['hang', 'cut'] as const)(
    'never, if the call may have had an effect: %s',
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

  test('once, if the connection was refused, and is then unavailable', async () => {
    await twilio.close();
    await expect(send()).rejects.toMatchObject({ reason: 'unavailable' });
    twilio = await FakeTwilio.start();
  });
});
