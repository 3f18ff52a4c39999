/** Draws from a seed: the same seed draws the same. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, and not including, 1 (mulberry32). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer between the bounds, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** @throws {Error} where there is nothing to choose from. */
  pick<T>(all: readonly T[]): T {
    const picked = all[this.between(0, all.length - 1)];
    if (picked === undefined) throw new Error('nothing to choose from');
    return picked;
  }

  /** A generator of its own, so that other draws do not change its sequence. */
  fork(): Random {
    return new Random(this.between(0, 2 ** 32 - 1));
  }
}
