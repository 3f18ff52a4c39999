/** Generates random numbers from a seed. The same seed gives the same numbers. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 (included) to 1 (excluded). The algorithm is mulberry32. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer between the two bounds (both included). */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /**
   * Returns a random element.
   * @throws {Error} if the list is empty.
   */
  pick<T>(all: readonly T[]): T {
    const picked = all[this.between(0, all.length - 1)];
    if (picked === undefined) throw new Error('the list to choose from is empty');
    return picked;
  }

  /**
   * Returns an independent generator, so that draws from one generator do not change the sequence
   * of the other.
   */
  fork(): Random {
    return new Random(this.between(0, 2 ** 32 - 1));
  }
}
