import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawOf, prizeOn, prizesInTurn } from './raffle.ts';

const bytes = (value: bigint) =>
  Uint8Array.from({ length: 32 }, (_, index) =>
    index < 6 ? Number((value >> BigInt(8 * (5 - index))) & 255n) : 7,
  );

const prizes = fc
  .array(
    fc.record({
      chances: fc.integer({ min: 1, max: 50 }),
      stock: fc.option(fc.integer({ min: 1, max: 5 })),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((list) => list.map((one, index) => ({ index, ...one })));

test('a draw is the first 48 bits of the hash as a big-endian number, modulo `outOf`', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 48n - 1n }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (value, outOf) => {
        expect(drawOf(bytes(value), outOf)).toBe(Number(value % BigInt(outOf)));
      },
    ),
  );
});

test('each prize gets its chances, in the order of the prizes, and the remaining draws win nothing', () => {
  fc.assert(
    fc.property(prizes, fc.integer({ min: 0, max: 100 }), (list, rest) => {
      const chances = list.reduce((sum, prize) => sum + prize.chances, 0);
      const won = Array.from({ length: chances + rest }, (_, draw) => prizeOn(list, draw));
      for (const prize of list) {
        expect(won.filter((one) => one === prize)).toHaveLength(prize.chances);
      }
      const indexes = won.map((one) => one?.index ?? Infinity);
      expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
      expect(won.filter((one) => one === null)).toHaveLength(rest);
    }),
  );
});

test('a prize is given as often as it is drawn, until its stock is used up', () => {
  fc.assert(
    fc.property(prizes, fc.array(fc.nat(320), { maxLength: 200 }), (list, draws) => {
      const given = draws.map(prizesInTurn(list));
      for (const { index, stock } of list) {
        const fell = draws.filter((draw) => prizeOn(list, draw)?.index === index).length;
        const got = given.filter((one) => one === index).length;
        expect(got).toBe(Math.min(fell, stock ?? fell));
      }
      // A winning draw gets no prize only if earlier entries used up the stock.
      for (const [at, prize] of given.entries()) {
        const wanted = prizeOn(list, draws[at] ?? 0);
        if (prize !== null || wanted === null) continue;
        const before = given.slice(0, at).filter((one) => one === wanted.index).length;
        expect(before).toBe(wanted.stock);
      }
    }),
  );
});
