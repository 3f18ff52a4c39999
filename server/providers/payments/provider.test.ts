import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  openSandboxWorld,
  openStripeWorld,
  type PaymentWorld,
  type WorldCard,
} from '../../testing/payments/paymentWorlds.ts';
import type { AuthorizeRequest } from './provider.ts';

const customer = 'f1f9a1a6-7f0e-4a63-9d5b-0e6f2a1b7c11';

/** The tests that every adapter to the port must pass. */
describe.each([
  ['sandbox', () => openSandboxWorld()],
  ['stripe', () => openStripeWorld()],
] as const)('%s', (name, open) => {
  let world: PaymentWorld;
  let provider: PaymentWorld['provider'];
  beforeEach(async () => {
    world = await open();
    ({ provider } = world);
  });
  afterEach(() => world.close());

  async function attach(card: WorldCard, owner = customer) {
    const token = await world.token(card, owner);
    const attached = await provider.attach({ key: randomUUID(), token, customer: owner });
    if (attached.outcome !== 'attached') throw new Error(attached.outcome);
    return attached;
  }

  async function hold(card: WorldCard, fields: Partial<AuthorizeRequest> = {}) {
    const { card: reference } = await attach(card);
    return {
      key: randomUUID(),
      card: reference,
      customer,
      amount: 2000,
      currency: 'USD',
      description: 'R-7K3M-92QF',
      capture: false,
      onSession: true,
      ...fields,
    };
  }

  async function held(fields: Partial<AuthorizeRequest> = {}): Promise<string> {
    const answer = await provider.authorize(await hold('pays', fields));
    if (!('authorization' in answer)) throw new Error(answer.outcome);
    return answer.authorization;
  }

  const move = (authorization: string, amount: number) => ({
    key: randomUUID(),
    authorization,
    amount,
    currency: 'USD',
  });

  test('the card form contains the name of the provider', () => {
    expect(provider.name).toBe(name);
    expect(provider.cardForm().provider).toBe(name);
  });

  test('stores a card, which has the same fingerprint for all customers', async () => {
    const first = await attach('pays');
    expect(first).toMatchObject({ kind: 'card', brand: 'visa', last4: '4242', label: null });
    expect(first.nameOnCard).toBe('Ada Lovelace');
    const other = await attach('pays', randomUUID());
    expect(other.fingerprint).toBe(first.fingerprint);
    expect(other.card).not.toBe(first.card);
    expect((await attach('authentication')).fingerprint).not.toBe(first.fingerprint);
  });

  test('refuses an unknown token', async () => {
    const answer = await provider.attach({ key: randomUUID(), token: 'seti_unknown', customer });
    expect(answer).toMatchObject({ outcome: 'declined' });
  });

  test('captures a part of a hold once, releases the rest, and refunds at most the captured amount', async () => {
    const authorization = await held();
    expect(world.standing(authorization)).toEqual({ held: 2000, captured: 0, refunded: 0 });
    expect(await provider.capture(move(authorization, 2001))).toMatchObject({
      outcome: 'declined',
    });
    const taken = move(authorization, 300);
    for (let i = 0; i < 2; i++) expect(await provider.capture(taken)).toEqual({ outcome: 'done' });
    expect(world.standing(authorization)).toEqual({ held: 0, captured: 300, refunded: 0 });
    expect(await provider.capture(move(authorization, 300))).toMatchObject({ outcome: 'declined' });
    expect(await provider.void({ key: randomUUID(), authorization })).toMatchObject({
      outcome: 'declined',
    });
    const back = move(authorization, 200);
    for (let i = 0; i < 2; i++) expect(await provider.refund(back)).toEqual({ outcome: 'done' });
    expect(await provider.refund(move(authorization, 101))).toMatchObject({ outcome: 'declined' });
    expect(await provider.refund(move(authorization, 100))).toEqual({ outcome: 'done' });
    expect(world.standing(authorization)).toEqual({ held: 0, captured: 300, refunded: 300 });
  });

  test('charges a card without a hold', async () => {
    const request = await hold('pays', { capture: true });
    const answer = await provider.authorize(request);
    expect(answer).toMatchObject({ outcome: 'captured' });
    expect(await provider.authorize(request)).toEqual(answer);
    if (!('authorization' in answer)) throw new Error(answer.outcome);
    expect(world.standing(answer.authorization)).toMatchObject({ captured: 2000 });
  });

  test('voids a hold, which cannot be captured afterwards', async () => {
    const authorization = await held();
    const release = { key: randomUUID(), authorization };
    for (let i = 0; i < 2; i++) expect(await provider.void(release)).toEqual({ outcome: 'done' });
    expect(world.standing(authorization).held).toBe(0);
    expect(await provider.capture(move(authorization, 100))).toMatchObject({ outcome: 'declined' });
  });

  test.each([
    ['declined', 'declined'],
    ['insufficientFunds', 'insufficientFunds'],
  ] as const)('declines a card that is %s, and again under the same key', async (card, reason) => {
    const request = await hold(card);
    for (let i = 0; i < 2; i++) {
      expect(await provider.authorize(request)).toEqual({ outcome: 'declined', reason });
    }
    expect(world.count()).toBe(0);
  });

  test.each([
    [true, { outcome: 'authorized' }],
    [false, { outcome: 'declined', reason: 'authenticationFailed' }],
  ])('waits until the cardholder approves or refuses (approves: %s)', async (approved, outcome) => {
    const request = await hold('authentication');
    const first = await provider.authorize(request);
    expect(first.outcome).toBe('actionRequired');
    if (first.outcome !== 'actionRequired') return;
    expect(URL.canParse(first.url)).toBe(true);
    const { authorization } = first;
    // The call is repeated while the payment is pending and afterwards, with and without the authorization.
    const before = { at: world.clock.now(), authorization };
    expect(await provider.authorize(request)).toEqual(first);
    expect(await provider.authorize({ ...request, before })).toEqual(first);
    world.answer(authorization, approved);
    expect(await provider.authorize(request)).toMatchObject(outcome);
    expect(await provider.authorize({ ...request, before })).toMatchObject(outcome);
  });

  test('declines a card that needs confirmation if the cardholder is not present', async () => {
    expect(await provider.authorize(await hold('authentication', { onSession: false }))).toEqual({
      outcome: 'declined',
      reason: 'authenticationFailed',
    });
  });

  test('voids a hold that waits for confirmation', async () => {
    const first = await provider.authorize(await hold('authentication'));
    if (first.outcome !== 'actionRequired') throw new Error(first.outcome);
    const { authorization } = first;
    expect(await provider.void({ key: randomUUID(), authorization })).toEqual({ outcome: 'done' });
  });

  test.each(['before', 'after'] as const)(
    'if the answer is lost %s the effect, the outcome is unknown until a call with the same key repeats the request',
    async (when) => {
      const request = await hold('pays');
      world.lose('authorize', when);
      expect(await provider.authorize(request)).toEqual({ outcome: 'unknown' });
      expect(world.count()).toBe(when === 'after' ? 1 : 0);
      const before = { at: world.clock.now(), authorization: null };
      const answer = await provider.authorize({ ...request, before });
      if (answer.outcome !== 'authorized') throw new Error(answer.outcome);
      expect(world.count()).toBe(1);

      const { authorization } = answer;
      const taken = move(authorization, 700);
      world.lose('capture', when);
      expect(await provider.capture(taken)).toEqual({ outcome: 'unknown' });
      expect(await provider.capture(taken)).toEqual({ outcome: 'done' });
      const back = move(authorization, 300);
      world.lose('refund', when);
      expect(await provider.refund(back)).toEqual({ outcome: 'unknown' });
      expect(await provider.refund(back)).toEqual({ outcome: 'done' });
      expect(world.standing(authorization)).toEqual({ held: 0, captured: 700, refunded: 300 });

      const release = { key: randomUUID(), authorization: await held() };
      world.lose('void', when);
      expect(await provider.void(release)).toEqual({ outcome: 'unknown' });
      expect(await provider.void(release)).toEqual({ outcome: 'done' });
    },
  );

  test('a removed card cannot be charged, but its payments can be refunded', async () => {
    const request = await hold('pays');
    const answer = await provider.authorize(request);
    if (!('authorization' in answer)) throw new Error(answer.outcome);
    for (const key of ['detach-it', 'detach-it', 'detach-it-again']) {
      expect(await provider.detach({ key, card: request.card })).toEqual({ outcome: 'done' });
    }
    expect(await provider.detach({ key: randomUUID(), card: 'pm_unknown' })).toEqual({
      outcome: 'done',
    });
    const later = { ...request, key: randomUUID() };
    expect(await provider.authorize(later)).toMatchObject({ outcome: 'declined' });
    expect(await provider.capture(move(answer.authorization, 500))).toEqual({ outcome: 'done' });
    expect(await provider.refund(move(answer.authorization, 500))).toEqual({ outcome: 'done' });
  });

  test.each(['before', 'after'] as const)(
    'a deleted customer has no cards even if the answer is lost %s the effect, but payments can be refunded',
    async (when) => {
      const first = await hold('pays');
      const answer = await provider.authorize({ ...first, capture: true });
      if (!('authorization' in answer)) throw new Error(answer.outcome);
      const second = await attach('pays');
      const stranger = randomUUID();
      const { card: strangersCard } = await attach('pays', stranger);

      const request = { key: `forgetCustomer:${customer}`, customer };
      world.lose('deleteCustomer', when);
      expect(await provider.deleteCustomer(request)).toEqual({ outcome: 'unknown' });
      for (let i = 0; i < 2; i++) {
        expect(await provider.deleteCustomer(request)).toEqual({ outcome: 'done' });
      }
      for (const card of [first.card, second.card]) {
        const again = await provider
          .authorize({ ...first, key: randomUUID(), card })
          .catch(() => ({ outcome: 'declined' }));
        expect(again).toMatchObject({ outcome: 'declined' });
        expect(await provider.detach({ key: randomUUID(), card })).toEqual({ outcome: 'done' });
      }
      expect(await provider.refund(move(answer.authorization, 500))).toEqual({ outcome: 'done' });
      const others = { ...first, key: randomUUID(), card: strangersCard, customer: stranger };
      expect(await provider.authorize(others)).toMatchObject({ outcome: 'authorized' });
      const nobody = { key: `forgetCustomer:${randomUUID()}`, customer: randomUUID() };
      expect(await provider.deleteCustomer(nobody)).toEqual({ outcome: 'done' });
    },
  );

  test.each(['before', 'after'] as const)(
    'a repeated upload gets the answer that was lost %s the effect',
    async (when) => {
      const upload = {
        key: `receipt:${randomUUID()}`,
        name: 'receipt-R-7K3M.pdf',
        pdf: pdfOf(100),
      };
      world.lose('receipt', when);
      expect(await provider.uploadReceipt(upload)).toEqual({ outcome: 'unknown' });
      const uploaded = await provider.uploadReceipt(upload);
      expect(uploaded).toMatchObject({ outcome: 'uploaded', file: expect.any(String) });
      expect(await provider.uploadReceipt(upload)).toEqual(uploaded);
      const other = { ...upload, key: `receipt:${randomUUID()}` };
      expect(await provider.uploadReceipt(other)).not.toEqual(uploaded);
    },
  );

  test.each([
    ['that is too large', pdfOf(5 * 1024 * 1024 + 1)],
    ['that is no PDF', Buffer.from('<html>')],
  ])('refuses a receipt %s', async (_, pdf) => {
    const upload = { key: `receipt:${randomUUID()}`, name: 'receipt.pdf', pdf };
    expect(await provider.uploadReceipt(upload)).toEqual({ outcome: 'refused' });
  });

  test('accepts a receipt of the largest size, and does not change it', async () => {
    const upload = { key: `receipt:${randomUUID()}`, name: 'r.pdf', pdf: pdfOf(5 * 1024 * 1024) };
    expect(await provider.uploadReceipt(upload)).toMatchObject({ outcome: 'uploaded' });
  });

  test('changes the data of a card', async () => {
    const { card } = await attach('pays');
    const edit = { key: randomUUID(), card, expiryMonth: 3, expiryYear: 2033, country: 'CA' };
    for (let i = 0; i < 2; i++) expect(await provider.edit(edit)).toEqual({ outcome: 'done' });
  });
});

/** A file of this size. It begins like a PDF, and contains every byte value. */
function pdfOf(size: number): Buffer {
  const pdf = Buffer.alloc(size);
  for (let at = 0; at < size; at++) pdf[at] = at % 256;
  pdf.write('%PDF-1.7\r\n', 'latin1');
  return pdf;
}
