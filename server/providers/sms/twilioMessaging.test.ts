import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeTwilio, type TwilioFault } from '../../testing/fakeTwilio.ts';
import type { TextOutcome } from './textSender.ts';
import { createTwilioMessaging } from './twilioMessaging.ts';

let twilio: FakeTwilio;
beforeEach(async () => {
  twilio = await FakeTwilio.start();
});
afterEach(() => twilio.close());

const text = { to: '+525512345678', body: 'Cargador devuelto: $2.00 ¡y más! 您好' };
const send = (options = twilio.messagingOptions) => createTwilioMessaging(options).send(text);

test('a text is sent by the Messaging service, or from the configured number', async () => {
  expect(await send()).toEqual({ outcome: 'sent' });
  const from = '+13125550100';
  const byNumber = createTwilioMessaging({ ...twilio.messagingOptions, sender: { from } });
  expect(await byNumber.send(text)).toEqual({ outcome: 'sent' });
  expect(twilio.messages).toEqual([
    { ...text, from: FakeTwilio.messagingSid },
    { ...text, from },
  ]);
});

const answers: [TwilioFault, TextOutcome['outcome'], object][] = [
  [
    { kind: 'answer', status: 400, code: 21211 },
    'dropped',
    { why: expect.stringMatching('21211') },
  ],
  // The rider has opted out of texts from this number.
  [{ kind: 'answer', status: 400, code: 21610 }, 'dropped', {}],
  [{ kind: 'answer', status: 401, code: 20003 }, 'dropped', {}],
  [{ kind: 'answer', status: 500, code: 20500 }, 'dropped', {}],
  [{ kind: 'page', status: 502 }, 'dropped', {}],
  [{ kind: 'page', status: 200 }, 'dropped', {}],
  [{ kind: 'answer', status: 429, code: 20429 }, 'later', { retryAfter: null }],
  [{ kind: 'page', status: 503 }, 'later', {}],
  [{ kind: 'answer', status: 429, headers: { 'retry-after': '7' } }, 'later', { retryAfter: 7 }],
];
test.each(answers)('after the answer %j the outcome is %s', async (fault, outcome, more) => {
  twilio.faults.push(fault);
  expect(await send()).toMatchObject({ outcome, ...more });
  expect(twilio.calls).toHaveLength(1);
});

test.each(['hang', 'cut'] as const)(
  'a text that may have been sent is not sent again (fault: %s)',
  async (kind) => {
    twilio.faults.push({ kind });
    expect(await send()).toMatchObject({ outcome: 'dropped' });
    expect(twilio.messages).toHaveLength(1);
  },
);

test('a text is sent later if Twilio refuses the connection', async () => {
  const options = twilio.messagingOptions;
  await twilio.close();
  expect(await send(options)).toEqual({ outcome: 'later', retryAfter: null });
  twilio = await FakeTwilio.start();
});

test('the reason of a refusal contains no number and no key', async () => {
  const answer = await send({ ...twilio.messagingOptions, password: 'another' });
  expect(JSON.stringify(answer)).not.toMatch(/another|525512345678/);
});
