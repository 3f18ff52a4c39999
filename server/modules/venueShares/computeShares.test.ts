import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taxIn } from '../../../contract/rules/pricing/tax.ts';
import { computeShares, totalsOf, type Former, type Sale } from './computeShares.ts';

const at = new Date('2026-11-02T12:00:00Z');

/** Captures and refunds of one rental. No refund is higher than the captured amount that is left. */
const rentals = fc
  .record({
    share: fc.integer({ min: 0, max: 10_000 }),
    taxRate: fc.integer({ min: 0, max: 9_999 }),
    moves: fc.array(fc.record({ size: fc.nat(9_999), isRefund: fc.boolean() }), { maxLength: 8 }),
    rentalId: fc.uuid(),
  })
  .map(({ share, taxRate, moves, rentalId }) => {
    const sales: Sale[] = [];
    let net = 0;
    for (const [index, { size, isRefund }] of moves.entries()) {
      const amount = isRefund ? -Math.min(size, net) : size;
      if (amount === 0) continue;
      const tax = taxIn(net + amount, taxRate) - taxIn(net, taxRate);
      net += amount;
      const booking = `${rentalId}-${index}`;
      sales.push({ booking, rentalId, currency: 'USD', at, amount, tax, share });
    }
    return { sales, net, share, tax: taxIn(net, taxRate) };
  });

test('the shares sum to the captures less the refunds, however the sales are split into months', () => {
  fc.assert(
    fc.property(
      fc.array(rentals, { maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      (all, size) => {
        const sales = all.flatMap((rental) => rental.sales);
        const former = new Map<string, Former>();
        const shared = [];
        for (let from = 0; from < sales.length; from += size) {
          const month = computeShares(sales.slice(from, from + size), former);
          const totals = totalsOf(month);
          expect(totals.captures - totals.refunds).toBe(
            totals.tax + totals.venueShare + totals.operatorShare,
          );
          for (const { rentalId, amount, tax, venueShare } of month) {
            const key = `${rentalId} USD`;
            const before = former.get(key) ?? { base: 0, venueShare: 0 };
            former.set(key, {
              base: before.base + amount - tax,
              venueShare: before.venueShare + venueShare,
            });
          }
          shared.push(...month);
        }
        for (const { sales: own, net, share, tax } of all) {
          const ids = new Set(own.map(({ booking }) => booking));
          const mine = totalsOf(shared.filter(({ booking }) => ids.has(booking)));
          expect(mine.captures - mine.refunds).toBe(net);
          expect(mine.tax).toBe(tax);
          expect(mine.venueShare).toBe(Math.round(((net - tax) * share) / 10_000));
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('a refund of the whole amount takes the whole share back', () => {
  const sale = { rentalId: 'r', currency: 'USD', at, share: 3333 };
  const shared = computeShares(
    [
      { ...sale, booking: 'a', amount: 500, tax: 87 },
      { ...sale, booking: 'b', amount: -167, tax: -29 },
      { ...sale, booking: 'c', amount: -333, tax: -58 },
    ],
    new Map(),
  );
  expect(shared.map(({ venueShare }) => venueShare)).toEqual([138, -46, -92]);
  expect(totalsOf(shared)).toMatchObject({ tax: 0, venueShare: 0, operatorShare: 0 });
});
