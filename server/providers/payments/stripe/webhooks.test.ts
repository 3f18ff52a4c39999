import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeStripe } from '../../../testing/stripe/fakeStripe.ts';
import { readStripeWebhook } from './webhooks.ts';

const now = new Date('2026-11-21T12:00:00Z');
const seconds = now.getTime() / 1000;

let stripe: FakeStripe;
beforeEach(async () => {
  stripe = await FakeStripe.start();
});
afterEach(() => stripe.close());

function read(body: string, signature: string | undefined = stripe.sign(body, seconds)) {
  const headers = { 'stripe-signature': signature };
  return readStripeWebhook([stripe.webhookSecret], { body, headers, now });
}

const event = (type: string, object: unknown) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } }, null, 2);
const intent = event('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' });

test.each([
  [intent, { about: 'authorization', authorization: 'pi_1', isOver: true }],
  [
    event('payment_intent.created', { id: 'pi_1', object: 'payment_intent' }),
    { about: 'authorization', authorization: 'pi_1' },
  ],
  [
    event('charge.refunded', {
      object: 'charge',
      payment_intent: 'pi_1',
      metadata: { key: 'authorize:1' },
    }),
    { about: 'refund', authorization: 'pi_1' },
  ],
  [
    event('refund.created', { object: 'refund', payment_intent: 'pi_1', metadata: {} }),
    { about: 'refund', authorization: 'pi_1' },
  ],
  [
    event('refund.created', {
      object: 'refund',
      payment_intent: 'pi_1',
      metadata: { key: 'refund:1:300' },
    }),
    { about: 'other' },
  ],
  ...['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map(
    (change): [string, object] => [
      event(`charge.dispute.${change}`, { object: 'dispute', id: 'du_1', status: 'won' }),
      { about: 'chargeback', chargeback: 'du_1' },
    ],
  ),
  ...['created', 'updated'].map((change): [string, object] => [
    event(`radar.early_fraud_warning.${change}`, {
      object: 'radar.early_fraud_warning',
      id: 'issfr_1',
    }),
    { about: 'fraudWarning', warning: 'issfr_1' },
  ]),
  [event('charge.dispute.created', { object: 'dispute' }), { about: 'other' }],
  [
    event('refund.failed', {
      object: 'refund',
      id: 're_1',
      payment_intent: 'pi_1',
      amount: 300,
      currency: 'usd',
      metadata: { key: 'refund:1:300' },
      status: 'failed',
    }),
    {
      about: 'refundFailed',
      authorization: 'pi_1',
      refund: 're_1',
      amount: 300,
      key: 'refund:1:300',
    },
  ],
  [
    event('payment_method.automatically_updated', {
      object: 'payment_method',
      id: 'pm_1',
      card: { exp_month: 3, exp_year: 2033 },
    }),
    { about: 'card', card: 'pm_1', expiryMonth: 3, expiryYear: 2033 },
  ],
  [event('payment_method.updated', { object: 'payment_method', id: 'pm_1' }), { about: 'other' }],
  [event('payout.paid', {}), { about: 'other' }],
  // The following values are invalid. The database could not store some of them.
  [
    event('payment_intent.succeeded', { id: 'pi_\0', object: 'payment_intent' }),
    { about: 'other' },
  ],
  [
    event('payment_method.updated', {
      object: 'payment_method',
      id: 'pm_1',
      card: { exp_month: 3, exp_year: 2 ** 31 },
    }),
    { about: 'other' },
  ],
  [event('payment_intent.succeeded', 'nothing that we know'), { about: 'other' }],
])('the event of the webhook %s is read correctly', (body, meaning) => {
  expect(read(body)).toEqual({ id: 'evt_1', ...meaning });
});

test.each<[string, (body: string) => [string, string | undefined]]>([
  ['changed on the way', (body) => [body.replace('pi_1', 'pi_2'), stripe.sign(body, seconds)]],
  ['signed with another secret', (body) => [body, stripe.sign(body, seconds, 'whsec_guessed')]],
  ['too old', (body) => [body, stripe.sign(body, seconds - 301)]],
  ['signed with an outdated scheme', (body) => [body, `t=${seconds},v0=${'0'.repeat(64)}`]],
  ['without a signature', (body) => [body, undefined]],
  ['with an empty header', (body) => [body, '']],
  ['with an empty signature', (body) => [body, `t=${seconds},v1=`]],
  ['with two signatures in one header', (body) => [body, 't=1,t=2']],
  ['signed, but no JSON', () => ['{', stripe.sign('{', seconds)]],
  ['signed, but no event', () => ['{"object":"x"}', stripe.sign('{"object":"x"}', seconds)]],
  [
    'signed, with an invalid id',
    (body) => {
      const odd = body.replace('evt_1', String.raw`evt_\u0000`);
      return [odd, stripe.sign(odd, seconds)];
    },
  ],
  ['empty', () => ['', stripe.sign('', seconds)]],
])('a webhook that is %s is refused', (_what, forge) => {
  const [body, signature] = forge(intent);
  const headers = { 'stripe-signature': signature };
  expect(readStripeWebhook([stripe.webhookSecret], { body, headers, now })).toBeNull();
});

test('a webhook that arrives after four minutes is accepted', () => {
  expect(read(intent, stripe.sign(intent, seconds - 240))).toMatchObject({ id: 'evt_1' });
});

test('an event with a signature by the previous secret is read only while this secret is configured', () => {
  const previous = `whsec_${'d'.repeat(32)}`;
  const headers = { 'stripe-signature': stripe.sign(intent, seconds, previous) };
  const sent = { body: intent, headers, now };
  const both = [stripe.webhookSecret, previous];
  expect(readStripeWebhook(both, sent)).toMatchObject({ about: 'authorization' });
  expect(readStripeWebhook([stripe.webhookSecret], sent)).toBeNull();
  const forged = { 'stripe-signature': stripe.sign(intent, seconds, 'whsec_guessed') };
  expect(readStripeWebhook(both, { ...sent, headers: forged })).toBeNull();
});
