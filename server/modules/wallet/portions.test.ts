import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refundPortions, paidPortions, spend, totalOf, type Portions } from './portions.ts';

const amount = fc.integer({ min: 0, max: 1_000_000 });
const balance = fc.record({ topUp: amount, bonus: amount });

test('a payment spends the top-up portion first and the bonus last, and neither is negative', () => {
  fc.assert(
    fc.property(balance, amount, (has, wanted) => {
      const spent = spend(has, wanted);
      if (!spent) {
        expect(totalOf(has)).toBeLessThan(wanted);
        return;
      }
      expect(totalOf(spent)).toBe(wanted);
      expect(spent.topUp).toBe(Math.min(has.topUp, wanted));
      expect(spent.bonus).toBeGreaterThanOrEqual(0);
      expect(spent.bonus).toBeLessThanOrEqual(has.bonus);
    }),
  );
});

interface Payment {
  amount: number;
  from_bonus: number;
  net: number;
}

test('after a refund the portions are the same as after a smaller payment', () => {
  const spends = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 8 });
  const backs = fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 8 });
  const small = fc.record({
    topUp: fc.integer({ min: 0, max: 1500 }),
    bonus: fc.integer({ min: 0, max: 1500 }),
  });
  fc.assert(
    fc.property(small, spends, backs, (start, wanted, returned) => {
      let has: Portions = start;
      const payments: Payment[] = [];
      for (const one of wanted) {
        const spent = spend(has, one);
        if (!spent) continue;
        has = { topUp: has.topUp - spent.topUp, bonus: has.bonus - spent.bonus };
        payments.push({ amount: one, from_bonus: spent.bonus, net: one });
      }
      for (const back of returned) {
        let left = back;
        for (const payment of payments.toReversed()) {
          const part = Math.min(left, payment.net);
          const given = refundPortions(payment, payment.net, payment.net - part);
          expect(totalOf(given)).toBe(part);
          has = { topUp: has.topUp + given.topUp, bonus: has.bonus + given.bonus };
          payment.net -= part;
          left -= part;
        }
      }
      const net = payments.reduce((sum, payment) => sum + payment.net, 0);
      const asIf = spend(start, net) ?? { topUp: NaN, bonus: NaN };
      expect(has).toEqual({ topUp: start.topUp - asIf.topUp, bonus: start.bonus - asIf.bonus });
    }),
  );
});

test('the part of a payment that is not refunded comes from top-ups first', () => {
  const payment = { amount: 300, from_bonus: 100 };
  expect(paidPortions(payment, 250)).toEqual({ topUp: 200, bonus: 50 });
  expect(paidPortions(payment, 150)).toEqual({ topUp: 150, bonus: 0 });
  expect(refundPortions(payment, 250, 150)).toEqual({ topUp: 50, bonus: 50 });
});
