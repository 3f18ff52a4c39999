import type { RafflePrize } from '../../raffle.ts';

type PrizeRule = Pick<RafflePrize, 'index' | 'chances' | 'stock'>;

/** Converts the first 6 bytes of a draw's HMAC to a number below `outOf`. */
export function drawOf(mac: Uint8Array, outOf: number): number {
  let value = 0;
  // A double represents a number of 48 bits exactly.
  for (const byte of mac.subarray(0, 6)) value = value * 256 + byte;
  return value % outOf;
}

/** The prize that a draw wins, regardless of the stock; null if the draw wins nothing. */
export function prizeOn<T extends PrizeRule>(prizes: readonly T[], draw: number): T | null {
  let from = 0;
  for (const prize of prizes) {
    from += prize.chances;
    if (draw < from) return prize;
  }
  return null;
}

/**
 * Returns a function that gives the result of each draw of a raffle: the index of the prize, or null. Call this
 * function in the order of the entry numbers, because a prize is given only while it has stock.
 */
export function prizesInTurn(prizes: readonly PrizeRule[]): (draw: number) => number | null {
  const given = new Map<number, number>();
  return (draw) => {
    const prize = prizeOn(prizes, draw);
    if (!prize) return null;
    const before = given.get(prize.index) ?? 0;
    if (prize.stock !== null && before >= prize.stock) return null;
    given.set(prize.index, before + 1);
    return prize.index;
  };
}
