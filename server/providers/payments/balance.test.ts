import { expect, test } from 'vitest';
import {
  openSandboxWorld,
  openStripeWorld,
  type PaymentWorld,
  type StripeWorld,
} from '../../testing/payments/paymentWorlds.ts';
import type { BalanceTransaction, TransactionSelection } from './balance.ts';

async function listed(
  { provider }: Pick<PaymentWorld, 'provider'>,
  selection: TransactionSelection = { createdSince: new Date(0) },
): Promise<BalanceTransaction[]> {
  const all: BalanceTransaction[] = [];
  let after: string | null = null;
  do {
    const page = await provider.listTransactions({ ...selection, after });
    if (page.outcome === 'unknown') throw new Error('no answer');
    all.push(...page.transactions);
    after = page.next;
  } while (after !== null);
  return all.toSorted((a, b) => a.gross - b.gross);
}

/** Makes a hold and captures a part of it. Makes a charge and refunds a part of it. */
async function pay({ provider, token }: PaymentWorld): Promise<{ hold: string; charge: string }> {
  const customer = '5a3f9b3e-5d0c-4f57-9e0a-4dfb7f0f7c01';
  const attached = await provider.attach({
    key: 'attach-key-1',
    token: await token('pays', customer),
    customer,
  });
  if (attached.outcome !== 'attached') throw new Error('no card');
  const both = { card: attached.card, customer, currency: 'USD', onSession: true };
  const held = await provider.authorize({
    ...both,
    key: 'authorize-1',
    amount: 2000,
    description: 'R-1111-1111',
    capture: false,
  });
  const charged = await provider.authorize({
    ...both,
    key: 'authorize-2',
    amount: 500,
    description: 'R-2222-2222',
    capture: true,
  });
  if (held.outcome !== 'authorized' || charged.outcome !== 'captured') throw new Error('no money');
  const { authorization: hold } = held;
  const { authorization: charge } = charged;
  await provider.capture({ key: 'capture-1', authorization: hold, amount: 300, currency: 'USD' });
  await provider.refund({ key: 'refund-1', authorization: charge, amount: 200, currency: 'USD' });
  return { hold, charge };
}

test.each([
  ['the sandbox', openSandboxWorld],
  ['Stripe', openStripeWorld],
])('the provider %s lists the transactions of the balance', async (_name, open) => {
  const world: PaymentWorld = await open();
  expect(await listed(world)).toEqual([]);
  const { hold, charge } = await pay(world);
  const moved = await listed(world);
  expect(moved).toMatchObject([
    { kind: 'refund', authorization: charge, gross: -200, fee: 0, net: -200, currency: 'USD' },
    { kind: 'charge', authorization: hold, gross: 300, fee: 39, net: 261 },
    { kind: 'charge', authorization: charge, gross: 500, fee: 45, net: 455 },
  ]);
  expect(await world.provider.readBalance()).toEqual({
    outcome: 'balance',
    amounts: [{ currency: 'USD', amount: 516 }],
  });
  expect(await listed(world, { createdSince: new Date(Date.now() + 60_000) })).toEqual([]);
  await world.close();
});

test('the sandbox pays out each day', async () => {
  const world = await openSandboxWorld();
  await pay(world);
  world.clock.advance(24 * 60 * 60);
  const [payout, ...moved] = await listed(world);
  expect(payout).toMatchObject({ kind: 'payout', gross: -516, fee: 0 });
  expect(await listed(world, { payout: payout?.payout ?? '' })).toEqual(moved);
  expect(await world.provider.readBalance()).toMatchObject({ amounts: [{ amount: 0 }] });
  await world.close();
});

test('each kind of Stripe’s transactions has the currencies of the charge and of the account', async () => {
  const world: StripeWorld = await openStripeWorld();
  const { balance } = world.stripe.account;
  const dispute = { object: 'dispute', id: 'du_1', payment_intent: 'pi_1' } as const;
  balance.settlement = { currency: 'usd', rate: 0.0066 };
  balance.add('adjustment', {
    amount: -330,
    fee: 1500,
    source: { ...dispute, amount: 50_000, currency: 'jpy' },
  });
  balance.add('stripe_fee', { amount: -90 });
  balance.add('adjustment', { amount: -80 });
  balance.add('topup', { amount: 70 });
  const payout = { object: 'payout', id: 'po_1', amount: 10, currency: 'usd' } as const;
  balance.add('payout', { amount: -10, source: { ...payout, automatic: false } });
  expect(await listed(world)).toMatchObject([
    {
      kind: 'chargeback',
      authorization: 'pi_1',
      charged: { amount: -50_000, currency: 'JPY' },
      gross: -330,
      fee: 1500,
      net: -1830,
      currency: 'USD',
    },
    { kind: 'fee', gross: -90 },
    { kind: 'other', type: 'adjustment' },
    { kind: 'manualPayout', payout: 'po_1' },
    { kind: 'other', type: 'topup' },
  ]);

  // Adds so many transactions that the list has more than one page.
  for (let i = 0; i < 230; i++) balance.add('stripe_fee', { amount: -1 });
  expect(await listed(world)).toHaveLength(235);

  world.stripe.faults.push({ kind: 'cut' }, { kind: 'cut' });
  const request = { createdSince: new Date(0), after: null };
  expect(await world.provider.listTransactions(request)).toEqual({ outcome: 'unknown' });
  expect(await world.provider.readBalance()).toEqual({ outcome: 'unknown' });
  await world.close();
});
