/** Random numbers from a seed. The same seed gives the same numbers. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 (included) to 1 (excluded), by mulberry32. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer between the two bounds, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** @throws {Error} if the list is empty. */
  pick<T>(all: readonly T[]): T {
    const picked = all[this.between(0, all.length - 1)];
    if (picked === undefined) throw new Error('the list to choose from is empty');
    return picked;
  }

  /** Returns an independent generator, so that other draws do not change its sequence. */
  fork(): Random {
    return new Random(this.between(0, 2 ** 32 - 1));
  }
}
