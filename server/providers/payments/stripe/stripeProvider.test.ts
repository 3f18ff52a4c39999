import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStripeWorld, type StripeWorld } from '../../../testing/payments/paymentWorlds.ts';
import type { Typed } from '../../../testing/stripe/account.ts';
import type { StripeFault } from '../../../testing/stripe/fakeStripe.ts';
import type { AuthorizeRequest } from '../provider.ts';
import { createStripeProvider } from './stripeProvider.ts';

const customer = 'f1f9a1a6-7f0e-4a63-9d5b-0e6f2a1b7c11';
const create = /^\/v1\/payment_intents$/;
const day = 24 * 3600;

let world: StripeWorld;
beforeEach(async () => {
  world = await openStripeWorld({ timeoutMs: 400 });
});
afterEach(() => world.close());

async function request(fields: Partial<AuthorizeRequest> = {}): Promise<AuthorizeRequest> {
  const token = await world.token('pays', customer);
  const attached = await world.provider.attach({ key: randomUUID(), token, customer });
  if (attached.outcome !== 'attached') throw new Error(attached.outcome);
  return {
    key: randomUUID(),
    card: attached.card,
    customer,
    amount: 2000,
    currency: 'USD',
    description: 'R-7K3M-92QF',
    capture: false,
    onSession: true,
    ...fields,
  };
}

async function held(asked?: AuthorizeRequest): Promise<string> {
  const answer = await world.provider.authorize(asked ?? (await request()));
  if (answer.outcome !== 'authorized') throw new Error(answer.outcome);
  return answer.authorization;
}

const move = (authorization: string, amount: number) => ({
  key: randomUUID(),
  authorization,
  amount,
  currency: 'USD',
});

async function attachTyped(typed: Typed, kind: 'card' | 'payPal' = 'card') {
  const { provider, stripe } = world;
  const setup = await provider.beginSetup({ key: randomUUID(), customer, kind });
  if (setup?.outcome !== 'ready') throw new Error('no setup');
  stripe.account.finishSetup(setup.id, typed);
  return provider.attach({ key: randomUUID(), token: setup.id, customer });
}

describe('a payment method', () => {
  test.each([[/customers$/], [/setup_intents$/]])(
    'can be added after Stripe stored an error for %s',
    async (path) => {
      world.stripe.faults.push({ kind: 'error', path, method: 'POST' });
      const key = randomUUID();
      expect(await world.provider.beginSetup({ key, customer })).toEqual({ outcome: 'unknown' });
      expect(await world.provider.beginSetup({ key, customer })).toMatchObject({
        outcome: 'ready',
      });
    },
  );

  test('is changed and removed after Stripe stored an error', async () => {
    const attached = await attachTyped({});
    if (attached.outcome !== 'attached') throw new Error(attached.outcome);
    const edit = { key: randomUUID(), card: attached.card, postalCode: '60602' };
    world.stripe.faults.push({ kind: 'error', path: /payment_methods/, method: 'POST' });
    expect(await world.provider.edit(edit)).toEqual({ outcome: 'unknown' });
    expect(await world.provider.edit(edit)).toEqual({ outcome: 'done' });
    const detach = { key: randomUUID(), card: attached.card };
    world.stripe.faults.push({ kind: 'error', path: /detach/, method: 'POST' });
    expect(await world.provider.detach(detach)).toEqual({ outcome: 'unknown' });
    expect(await world.provider.detach(detach)).toEqual({ outcome: 'done' });
  });

  test('is added by a setup for one customer, without personal data for Stripe', async () => {
    const { provider, stripe } = world;
    const key = randomUUID();
    const first = await provider.beginSetup({ key, customer });
    expect(await provider.beginSetup({ key, customer })).toEqual(first);
    await provider.beginSetup({ key: randomUUID(), customer });
    expect(stripe.account.customers.size).toBe(1);
    expect(stripe.callsTo(/customers/)[0]?.form).toEqual({ metadata: { user: customer } });
    expect(stripe.callsTo(/setup_intents/)[0]).toMatchObject({
      form: { usage: 'off_session', allowed_payment_method_types: { 0: 'card' } },
      version: '2026-10-28.endive',
      key,
    });
  });

  test.each([
    [{ wallet: 'apple_pay' } as const, 'applePay'],
    [{ wallet: 'google_pay' } as const, 'googlePay'],
    [{}, 'card'],
  ])('of the type %o has the kind %s', async (typed, kind) => {
    expect(await attachTyped(typed)).toMatchObject({
      outcome: 'attached',
      kind,
      last4: '4242',
      expiryYear: 2031,
      country: 'US',
      postalCode: '60601',
    });
  });

  test('of PayPal has a masked address as its label', async () => {
    const payPal = { email: 'ada.lovelace@example.com', payer: 'PAYER1' };
    const first = await attachTyped({ payPal }, 'payPal');
    expect(first).toMatchObject({
      kind: 'payPal',
      brand: 'paypal',
      last4: '',
      label: 'a•••@example.com',
      expiryMonth: null,
    });
    const again = await attachTyped({ payPal }, 'payPal');
    if (first.outcome !== 'attached' || again.outcome !== 'attached') throw new Error('not kept');
    expect(again.fingerprint).toBe(first.fingerprint);
    expect(JSON.stringify(first)).not.toMatch(/lovelace@|PAYER1/);
    const paid = await world.provider.authorize(await request({ card: first.card }));
    expect(paid.outcome).toBe('authorized');
  });

  test('is refused if the setup is unfinished, has failed, or belongs to another customer', async () => {
    const { provider, stripe } = world;
    const setup = await provider.beginSetup({ key: randomUUID(), customer });
    if (setup?.outcome !== 'ready') throw new Error('no setup');
    const attach = { key: randomUUID(), token: setup.id, customer };
    const declined = (reason: string) => ({ outcome: 'declined', reason });
    expect(await provider.attach(attach)).toEqual(declined('authenticationFailed'));
    stripe.account.failSetup(setup.id, 'expired_card');
    expect(await provider.attach(attach)).toEqual(declined('expired'));
    stripe.account.finishSetup(setup.id);
    const other = randomUUID();
    await provider.beginSetup({ key: randomUUID(), customer: other });
    expect(await provider.attach({ ...attach, customer: other })).toEqual(declined('invalidCard'));
    expect(await provider.attach({ ...attach, token: '../customers' })).toEqual(
      declined('invalidCard'),
    );
    expect(await provider.attach(attach)).toMatchObject({ outcome: 'attached' });
  });

  test('of a kind that the operator does not offer has no setup', async () => {
    const { secretKey, publishableKey, webhookSecret, url } = world.stripe;
    const { clock, customers, keys } = world;
    const plain = createStripeProvider({
      secretKey,
      publishableKey,
      webhookSecrets: [webhookSecret],
      url,
      clock,
      customers,
      keys,
      sheets: [],
      returnUrl: 'https://go.example/home',
    });
    expect(await plain.beginSetup({ key: randomUUID(), customer, kind: 'payPal' })).toBeNull();
    expect(plain.cardForm()).toEqual({ provider: 'stripe', publishableKey, sheets: [] });
  });

  test('stores changes, and declines impossible changes', async () => {
    const { card } = await request();
    const edit = { card, expiryMonth: 3, expiryYear: 2033, country: 'CA', postalCode: 'K1A 0B1' };
    await world.provider.edit({ key: randomUUID(), ...edit });
    expect(world.stripe.account.method(card)).toMatchObject({
      card: { exp_month: 3, exp_year: 2033 },
      billing_details: { address: { country: 'CA', postal_code: 'K1A 0B1' } },
    });
    const wrong = { key: randomUUID(), card, expiryMonth: 13, expiryYear: 2033 };
    expect(await world.provider.edit(wrong)).toEqual({
      outcome: 'declined',
      reason: 'invalidCard',
    });
  });
});

describe('a hold', () => {
  test('is one PaymentIntent, with its key and its order in the metadata', async () => {
    const asked = await request();
    await world.provider.authorize(asked);
    const [call] = world.stripe.callsTo(create);
    expect(call?.key).toBe(asked.key);
    expect(call?.form).toMatchObject({
      amount: '2000',
      currency: 'usd',
      capture_method: 'manual',
      confirm: 'true',
      return_url: 'https://go.example/home',
      metadata: { key: asked.key, order: 'R-7K3M-92QF' },
    });
    expect(call?.form).not.toHaveProperty('off_session');
    await world.provider.authorize(await request({ capture: true, onSession: false }));
    expect(world.stripe.callsTo(create)[1]?.form).toMatchObject({
      capture_method: 'automatic',
      off_session: 'true',
    });
  });

  test.each<[string, StripeFault]>([
    ['an error of Stripe after the effect', { kind: 'error', after: true, path: create }],
    ['a connection cut after it', { kind: 'cut', after: true, path: create }],
    ['no answer in time', { kind: 'hang', after: true, path: create }],
    ['a page of a proxy', { kind: 'page', after: true, path: create }],
  ])('is found again after %s', async (_what, fault) => {
    const asked = await request();
    world.stripe.faults.push(fault);
    const first = await world.provider.authorize(asked);
    // After an error of Stripe, the provider looks up the outcome at once.
    expect(first.outcome).toBe(fault.kind === 'error' ? 'authorized' : 'unknown');
    const before = { at: world.clock.now(), authorization: null };
    expect(await world.provider.authorize({ ...asked, before })).toMatchObject({
      outcome: 'authorized',
    });
    expect(world.count()).toBe(1);
  });

  test('uses the next key if Stripe stored an error and nothing happened', async () => {
    const asked = await request();
    world.stripe.faults.push({ kind: 'error', path: create });
    expect(await world.provider.authorize(asked)).toEqual({ outcome: 'unknown' });
    const before = { at: world.clock.now(), authorization: null };
    expect(await world.provider.authorize({ ...asked, before })).toMatchObject({
      outcome: 'authorized',
    });
    // The third call finds the hold by the key in the metadata of the hold.
    expect(await world.provider.authorize({ ...asked, before })).toMatchObject({
      outcome: 'authorized',
    });
    expect(world.count()).toBe(1);
    const keys = world.stripe.callsTo(create).map(({ key, method }) => method === 'POST' && key);
    expect(keys.filter(Boolean)).toEqual([asked.key, `${asked.key}#2`, `${asked.key}#2`]);
  });

  test('fails if Stripe stored an error for each of five keys and nothing happened', async () => {
    const asked = await request();
    const before = { at: world.clock.now(), authorization: null };
    const outcomes: string[] = [];
    for (let i = 0; i < 5; i++) {
      world.stripe.faults.push({ kind: 'error', path: create, method: 'POST' });
      outcomes.push((await world.provider.authorize({ ...asked, before })).outcome);
    }
    expect(outcomes).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'failed']);
    expect(world.count()).toBe(0);
  });

  test('is declined if it was never created and Stripe may have forgotten its key', async () => {
    const asked = await request();
    const before = { at: world.clock.now(), authorization: null };
    world.clock.advance(day);
    expect(await world.provider.authorize({ ...asked, before })).toEqual({
      outcome: 'declined',
      reason: 'declined',
    });
    expect(world.count()).toBe(0);
  });

  test('is looked up, and not created, if its key belongs to another request', async () => {
    const asked = await request();
    await held(asked);
    expect(await world.provider.authorize({ ...asked, amount: 1 })).toMatchObject({
      outcome: 'authorized',
    });
    expect(world.count()).toBe(1);
  });

  test('is not created twice after Stripe has forgotten its key @slow', async () => {
    const asked = await request();
    const at = world.clock.now();
    world.lose('authorize', 'after');
    expect(await world.provider.authorize(asked)).toEqual({ outcome: 'unknown' });
    for (let i = 0; i < 120; i++) await held({ ...asked, key: randomUUID() });
    world.stripe.forgetKeys();
    world.clock.advance(day);
    const before = { at, authorization: null };
    const found = await world.provider.authorize({ ...asked, before });
    if (found.outcome !== 'authorized') throw new Error(found.outcome);
    expect(world.stripe.account.intent(found.authorization).metadata['key']).toBe(asked.key);
    expect(world.count()).toBe(121);
  });

  test('is retried if its key is in use, or after too many calls', async () => {
    const asked = await request();
    world.stripe.faults.push({ kind: 'stuck', path: create });
    expect(await world.provider.authorize(asked)).toEqual({ outcome: 'unknown' });
    expect(await world.provider.authorize(asked)).toEqual({ outcome: 'unknown' });
    world.stripe.unstick();
    world.stripe.faults.push({ kind: 'rateLimit', path: create });
    expect(await world.provider.authorize(asked)).toEqual({ outcome: 'unknown' });
    expect(await world.provider.authorize(asked)).toMatchObject({ outcome: 'authorized' });
    expect(world.count()).toBe(1);
  });

  test('is declined if the bank has released it', async () => {
    const asked = await request();
    const authorization = await held(asked);
    world.stripe.account.expire(authorization);
    const gone = { outcome: 'declined' };
    expect(await world.provider.authorize(asked)).toMatchObject(gone);
    expect(await world.provider.capture(move(authorization, 100))).toMatchObject(gone);
    expect(await world.provider.void({ key: randomUUID(), authorization })).toEqual({
      outcome: 'done',
    });
  });

  test.each([
    ['failsWhenCharged', 'declined'],
    ['expired', 'expired'],
  ] as const)('of a card that %s is declined', async (habit, reason) => {
    const attached = await attachTyped({ habit });
    if (attached.outcome !== 'attached') throw new Error(attached.outcome);
    const asked = await request({ card: attached.card });
    expect(await world.provider.authorize(asked)).toEqual({ outcome: 'declined', reason });
  });

  test('below the minimum charge is declined', async () => {
    expect(await world.provider.authorize(await request({ amount: 49 }))).toMatchObject({
      outcome: 'declined',
    });
  });
});

describe('money moves only once', () => {
  const capture = /\/capture$/;
  const refunds = /^\/v1\/refunds$/;

  test.each(['before', 'after'])('if Stripe fails %s a capture', async (when) => {
    const taken = move(await held(), 700);
    world.stripe.faults.push({ kind: 'error', after: when === 'after', path: capture });
    const outcome = when === 'after' ? 'done' : 'unknown';
    expect(await world.provider.capture(taken)).toEqual({ outcome });
    // Stripe does not repeat its error, because the call has no idempotency key.
    for (let i = 0; i < 2; i++) {
      expect(await world.provider.capture(taken)).toEqual({ outcome: 'done' });
    }
    expect(world.standing(taken.authorization).captured).toBe(700);
  });

  test('if a void fails because the hold is being confirmed, and the void is retried', async () => {
    const authorization = await held();
    const intent = world.stripe.account.intents.get(authorization);
    if (!intent) throw new Error('no intent');
    const release = { key: randomUUID(), authorization };
    intent.status = 'processing';
    expect(await world.provider.void(release)).toEqual({ outcome: 'unknown' });
    intent.status = 'requires_capture';
    expect(await world.provider.void(release)).toEqual({ outcome: 'done' });
    expect(world.standing(authorization).held).toBe(0);
  });

  test('if Stripe has forgotten the keys', async () => {
    const authorization = await held();
    const taken = move(authorization, 700);
    const back = move(authorization, 300);
    await world.provider.capture(taken);
    await world.provider.refund(back);
    world.stripe.forgetKeys();
    expect(await world.provider.capture(taken)).toEqual({ outcome: 'done' });
    expect(await world.provider.refund(back)).toEqual({ outcome: 'done' });
    expect(world.standing(authorization)).toEqual({ held: 0, captured: 700, refunded: 300 });
    // A capture with another key counts as a different capture, even if the amount is the same.
    expect(await world.provider.capture(move(authorization, 700))).toMatchObject({
      outcome: 'declined',
    });
  });

  test('if the list of refunds has several pages', async () => {
    const authorization = await held();
    const first = move(authorization, 300);
    await world.provider.capture(move(authorization, 700));
    await world.provider.refund(first);
    for (let i = 0; i < 100; i++) {
      world.stripe.account.refund({ payment_intent: authorization, amount: '1' });
    }
    world.stripe.forgetKeys();
    expect(await world.provider.refund(first)).toEqual({ outcome: 'done' });
    expect(world.standing(authorization).refunded).toBe(400);
    const report = await world.provider.readPayment({ authorization });
    if (report.outcome !== 'found') throw new Error(report.outcome);
    expect(report.refunds).toHaveLength(101);
    expect(report.refunds).toContainEqual(expect.objectContaining({ key: first.key, amount: 300 }));
  });

  test('if Stripe stored an error for a refund that did not happen', async () => {
    const authorization = await held();
    await world.provider.capture(move(authorization, 700));
    const back = move(authorization, 300);
    world.stripe.faults.push({ kind: 'error', path: refunds, method: 'POST' });
    expect(await world.provider.refund(back)).toEqual({ outcome: 'unknown' });
    expect(await world.provider.refund(back)).toEqual({ outcome: 'done' });
    expect(await world.provider.refund(back)).toEqual({ outcome: 'done' });
    expect(world.standing(authorization).refunded).toBe(300);
    const never = move(authorization, 100);
    const outcomes: string[] = [];
    for (let i = 0; i < 5; i++) {
      world.stripe.faults.push({ kind: 'error', path: refunds, method: 'POST' });
      outcomes.push((await world.provider.refund(never)).outcome);
    }
    expect(outcomes.at(-1)).toBe('failed');
    expect(world.standing(authorization).refunded).toBe(300);
  });

  test('if Stripe fails after a refund or a void', async () => {
    const authorization = await held();
    await world.provider.capture(move(authorization, 700));
    world.stripe.faults.push({ kind: 'error', after: true, path: refunds, method: 'POST' });
    expect(await world.provider.refund(move(authorization, 300))).toEqual({ outcome: 'done' });
    const release = { key: randomUUID(), authorization: await held() };
    world.stripe.faults.push({ kind: 'error', after: true, path: /\/cancel$/ });
    expect(await world.provider.void(release)).toEqual({ outcome: 'done' });
  });
});

describe('a receipt for a chargeback', () => {
  const upload = () => ({
    key: randomUUID(),
    name: 'receipt-R-7K3M-92QF.pdf',
    pdf: Buffer.from('%PDF-1.7\r\n\u00ff\n'),
  });

  test('is uploaded as a PDF for a dispute, with its bytes', async () => {
    const sent = upload();
    const answer = await world.provider.uploadReceipt(sent);
    if (answer.outcome !== 'uploaded') throw new Error(answer.outcome);
    const file = world.stripe.files.all.get(answer.file);
    expect(file).toMatchObject({ purpose: 'dispute_evidence', filename: sent.name, type: 'pdf' });
    expect(file?.data.equals(sent.pdf)).toBe(true);
    expect(world.stripe.callsTo(/^\/v1\/files$/)).toMatchObject([{ key: sent.key }]);
  });

  test('gets another key if Stripe stored an error for its key, or if the PDF is different', async () => {
    const sent = upload();
    world.stripe.faults.push({ kind: 'error', path: /files$/, method: 'POST' });
    expect(await world.provider.uploadReceipt(sent)).toEqual({ outcome: 'unknown' });
    expect(await world.provider.uploadReceipt(sent)).toMatchObject({ outcome: 'uploaded' });
    const changed = { ...sent, pdf: Buffer.from('%PDF-1.7 another') };
    expect(await world.provider.uploadReceipt(changed)).toEqual({ outcome: 'unknown' });
    expect(await world.provider.uploadReceipt(changed)).toMatchObject({ outcome: 'uploaded' });
    expect(world.stripe.files.all.size).toBe(2);
  });

  test('is uploaded to the host for files of Stripe if the server uses the real Stripe', async () => {
    const called: string[] = [];
    vi.stubGlobal('fetch', async (url: string | URL) => {
      called.push(String(url));
      throw new TypeError('no network');
    });
    try {
      const { clock, customers, keys } = world;
      const provider = createStripeProvider({
        secretKey: 'sk_test_key',
        publishableKey: 'pk_test_key',
        webhookSecrets: ['whsec_key'],
        url: 'https://api.stripe.com',
        sheets: [],
        returnUrl: 'https://go.example/home',
        clock,
        customers,
        keys,
      });
      expect(await provider.uploadReceipt(upload())).toEqual({ outcome: 'unknown' });
    } finally {
      vi.unstubAllGlobals();
    }
    expect(called.map((url) => new URL(url).href)).toEqual(['https://files.stripe.com/v1/files']);
  });
});

test('a wrong API key causes an error whose message contains no secret', async () => {
  const { publishableKey, webhookSecret, url } = world.stripe;
  const { clock, customers, keys } = world;
  const asked = await request();
  const stranger = createStripeProvider({
    publishableKey,
    webhookSecrets: [webhookSecret],
    url,
    clock,
    customers,
    keys,
    secretKey: 'sk_test_stolen',
    sheets: [],
    returnUrl: 'https://go.example/home',
  });
  const error: unknown = await stranger.authorize(asked).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'StripeRefusedError' });
  expect(String(error)).toContain('401');
  expect(JSON.stringify(error) + String(error)).not.toMatch(/sk_test|cus_|pm_/);
});
