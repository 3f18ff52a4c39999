import { describe, expect, it } from 'vitest';
import { Order } from '../../orders.ts';
import { isWholeOrder } from './orderShape.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const at = '2026-11-20T18:00:00.000Z';
const stationRef = { id: 'ABCDEFV', name: 'Corner Bakery', address: '5 W Lake St' };
const method = { kind: 'goCash', brand: '', last4: '', label: 'GoCash' };

/** An order in which no required field is null or empty. */
const full = {
  id: '5e0c1c2a-5d35-4f9e-9a57-0d4d0f1a0001',
  number: 'R-7K3M-92QF',
  status: 'unpaid',
  state: 'unpaid',
  failure: 'ejectFailed',
  action: { url: 'https://bank.example/confirm' },
  station: stationRef,
  slot: 4,
  createdAt: at,
  startedAt: at,
  returnedAt: at,
  returnStation: stationRef,
  returnSlot: 6,
  tariff: {
    id: 'standard',
    currency: 'USD',
    unlockFee: 100,
    graceMinutes: 5,
    rate: 100,
    rateMinutes: 60,
    freeMinutes: 10,
    cap: 1000,
    capMinutes: 1440,
    deposit: 2000,
    depositCaptureMinutes: 1440,
    lostMinutes: 2880,
    overdueFee: 1000,
    lostTotal: 3000,
    minimumLevel: 60,
  },
  lines: [{ kind: 'usage', amount: usd(200) }],
  total: usd(300),
  paid: usd(100),
  due: usd(200),
  paymentMethod: { id: '0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0a001', ...method },
  usesGoCash: true,
  coupon: {
    id: '0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0a002',
    kind: 'freeMinutes',
    amount: null,
    minutes: 30,
    minimumTotal: usd(1),
  },
  dispute: {
    reason: 'wrongAmount',
    state: 'refunded',
    openedAt: at,
    answeredAt: at,
    refunded: usd(50),
  },
  payments: [
    {
      id: '0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0a003',
      purpose: 'deposit',
      includesUnlockFee: true,
      state: 'captured',
      authorized: usd(2000),
      captured: usd(200),
      refunded: usd(50),
      at,
      method,
      fromBonus: usd(10),
      steps: [{ step: 'placed', amount: usd(2000), at }],
    },
  ],
  paymentFailure: 'paymentDeclined',
  now: at,
};

const bare = {
  ...full,
  status: null,
  failure: null,
  action: null,
  slot: null,
  startedAt: null,
  returnedAt: null,
  returnStation: null,
  returnSlot: null,
  lines: [],
  total: null,
  paymentMethod: null,
  coupon: null,
  dispute: null,
  payments: [],
  paymentFailure: null,
};

describe('a stored order', () => {
  it.each([
    ['with values in all required fields', full],
    ['with null and empty lists wherever possible', bare],
  ])('%s matches the contract', (_name, order) => {
    expect(Order.safeParse(order).error).toBeUndefined();
    expect(isWholeOrder(order)).toBe(true);
  });

  it.each(Order.shape.state.options)('may be in state %s', (state) => {
    expect(isWholeOrder({ ...full, state })).toBe(true);
  });

  it.each(Object.keys(full))('is invalid without %s', (field) => {
    expect(isWholeOrder({ ...full, [field]: undefined })).toBe(false);
    expect(isWholeOrder({ ...full, [field]: 1e300 })).toBe(
      // The fields `slot` and `returnSlot` accept any number.
      field === 'slot' || field === 'returnSlot',
    );
  });

  it('is invalid with money or times that cannot be formatted', () => {
    expect(isWholeOrder({ ...full, paid: { amount: 1, currency: 'dollars' } })).toBe(false);
    expect(isWholeOrder({ ...full, startedAt: '2026-13-45T99:99' })).toBe(false);
  });
});
