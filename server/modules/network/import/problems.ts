/** The highest number of problems that are listed. All further problems are only counted. */
const maxListed = 100;

/** The problems of a file, in the order in which they were found. */
export class Problems {
  readonly #listed: string[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(where: string, problem: string): void {
    this.#count++;
    if (this.#listed.length < maxListed) this.#listed.push(`${where}: ${problem}`);
  }

  toString(): string {
    const more = this.#count - this.#listed.length;
    const rest = more > 0 ? [`… and ${more} more`] : [];
    return [...this.#listed, ...rest].map((line) => `  ${line}`).join('\n');
  }
}
