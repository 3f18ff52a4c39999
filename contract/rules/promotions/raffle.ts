import type { RafflePrize } from '../../raffle.ts';

type PrizeRule = Pick<RafflePrize, 'index' | 'chances' | 'stock'>;

/** Converts the first 6 bytes of a draw's HMAC to a number below `outOf`. */
export function drawOf(mac: Uint8Array, outOf: number): number {
  let value = 0;
  // 48 bits, which a double represents exactly.
  for (const byte of mac.subarray(0, 6)) value = value * 256 + byte;
  return value % outOf;
}

/** The prize of a draw, regardless of stock; null if it wins nothing. */
export function prizeOn<T extends PrizeRule>(prizes: readonly T[], draw: number): T | null {
  let from = 0;
  for (const prize of prizes) {
    from += prize.chances;
    if (draw < from) return prize;
  }
  return null;
}

/**
 * Gives the result of each draw of a raffle. Call it in the order of the entry numbers: a prize is
 * given while it has stock.
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
