import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchMoves, type Move } from './matchMoves.ts';

const settledAt = new Date('2026-11-10T00:00:00Z');

const move = fc.record({
  kind: fc.constantFrom('charge', 'refund', 'refundFailure'),
  authorization: fc.constantFrom('a', 'b', null),
  amount: fc.constantFrom(-200, -100, 100, 200),
  currency: fc.constantFrom('USD', 'MXN'),
  at: fc.constantFrom(new Date('2026-11-09T00:00:00Z'), new Date('2026-11-11T00:00:00Z')),
});
const moves = (side: string) =>
  fc.array(move, { maxLength: 12 }).map((all): Move[] => {
    return all.map((one, i) => ({ ...one, id: `${side}${i}` }));
  });

test('the comparison counts each movement once, and does not depend on the order of the movements', () => {
  fc.assert(
    fc.property(moves('ours'), moves('theirs'), fc.integer(), (ours, theirs, turn) => {
      const compared = matchMoves(ours, theirs, settledAt);
      const rotated = (all: Move[]) => {
        const at = Math.abs(turn) % Math.max(all.length, 1);
        return [...all.slice(at), ...all.slice(0, at)];
      };
      const again = matchMoves(rotated(ours), rotated(theirs), settledAt);
      expect(again).toEqual(compared);

      const pairs = [...compared.matched, ...compared.unequal];
      const used = [
        ...pairs.flatMap((pair) => [pair.ours.id, pair.theirs.id]),
        ...[...compared.cancelled, ...compared.missingHere, ...compared.missingThere].map(
          ({ id }) => id,
        ),
      ];
      expect(new Set(used).size).toBe(used.length);
      // Each settled movement is matched or reported as a difference. A newer movement may be
      // matched, but must not be reported.
      for (const one of [...ours, ...theirs]) {
        if (one.at <= settledAt) expect(used).toContain(one.id);
      }
      const reported = [...compared.missingHere, ...compared.missingThere, ...compared.cancelled];
      expect(reported.every(({ at }) => at <= settledAt)).toBe(true);
      for (const pair of compared.matched) {
        expect(pair.ours).toMatchObject({
          kind: pair.theirs.kind,
          authorization: pair.theirs.authorization,
          amount: pair.theirs.amount,
          currency: pair.theirs.currency,
        });
      }
      const sum = (all: readonly Move[]) => all.reduce((total, { amount }) => total + amount, 0);
      for (const currency of ['USD', 'MXN']) {
        expect(sum(compared.cancelled.filter((one) => one.currency === currency))).toBe(0);
      }
    }),
  );
});
