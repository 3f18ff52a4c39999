import { expect, test } from 'vitest';
import type { Order } from '../../orders.ts';
import { isWaived, shownLines } from './supportParts.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });

/** An order with a bill of 300. The rider paid `captured`, and support lowered the bill by `by`. */
const lowered = (by: number, captured: number): Pick<Order, 'lines' | 'total' | 'payments'> => ({
  lines: [
    { kind: 'unlockFee', amount: usd(100) },
    { kind: 'usage', amount: usd(200) },
    { kind: 'supportRefund', amount: usd(-by) },
  ],
  total: usd(300 - by),
  payments: [
    {
      id: '5e0c1c2a-5d35-4f9e-9a57-0d4d0f1a0009',
      purpose: 'unlockFee',
      state: 'captured',
      authorized: usd(captured),
      captured: usd(captured),
      refunded: usd(0),
      at: '2026-11-21T12:00:00Z',
      method: { kind: 'card', brand: 'visa', last4: '4242', label: null },
      fromBonus: usd(0),
      steps: [],
    },
  ],
});
const supportLines = (by: number, captured: number) =>
  shownLines(lowered(by, captured))
    .slice(2)
    .map(({ kind, amount }) => [kind, amount.amount]);
const dispute = (refunded: number) => ({
  reason: 'other' as const,
  state: 'refunded' as const,
  openedAt: '2026-11-21T12:00:00Z',
  answeredAt: '2026-11-21T12:00:00Z',
  refunded: usd(refunded),
});

test('a reduction of a paid bill by support is a refund', () => {
  expect(supportLines(120, 300)).toEqual([['supportRefund', -120]]);
  expect(isWaived({ ...lowered(120, 300), dispute: dispute(120) })).toBe(false);
});

test('a reduction of an unpaid bill by support is a waiver', () => {
  expect(supportLines(300, 0)).toEqual([['supportWaiver', -300]]);
  expect(isWaived({ ...lowered(300, 0), dispute: dispute(300) })).toBe(true);
});

test('a waiver remains a waiver after the rider has paid the rest of the bill', () => {
  expect(supportLines(100, 200)).toEqual([['supportWaiver', -100]]);
  expect(isWaived({ ...lowered(100, 200), dispute: dispute(100) })).toBe(true);
});

test('the waived part and the refunded part of a bill have separate lines', () => {
  expect(supportLines(150, 200)).toEqual([
    ['supportRefund', -50],
    ['supportWaiver', -100],
  ]);
});

test('an order without a dispute has no waiver of a dispute', () => {
  expect(isWaived({ ...lowered(300, 0), dispute: null })).toBe(false);
});
