import { nearlyBegins } from '../../../../contract/rules/search/nearlyBegins.ts';

/** At most so many words are tried for a prefix or a typo. */
const mostWords = 300;
/** No search looks at more entries than these. */
const mostEntries = 5_000;

/** Tells which entries, by their number, have a word, from its first letters or with a typo. */
export class WordIndex {
  readonly #entriesOf = new Map<string, number[]>();
  #sorted: readonly string[] | null = null;

  add(entry: number, words: Iterable<string>): void {
    for (const word of words) {
      const entries = this.#entriesOf.get(word);
      if (entries) entries.push(entry);
      else this.#entriesOf.set(word, [entry]);
    }
    this.#sorted = null;
  }

  /** The words that begin so; with a typo allowed also those that nearly do. */
  wordsLike(start: string, mayBeTypo: boolean): string[] {
    const begun = this.#begun(start);
    return mayBeTypo ? [...new Set([...begun, ...this.#alike(start)])] : begun;
  }

  /** How many entries have one of the words, at most. */
  count(words: readonly string[]): number {
    return words.reduce((sum, word) => sum + (this.#entriesOf.get(word)?.length ?? 0), 0);
  }

  entriesWith(words: readonly string[]): Set<number> {
    const found = new Set<number>();
    for (const word of words) {
      for (const entry of this.#entriesOf.get(word) ?? []) {
        if (found.size >= mostEntries) return found;
        found.add(entry);
      }
    }
    return found;
  }

  #words(): readonly string[] {
    // By code units, as the search below compares.
    return (this.#sorted ??= [...this.#entriesOf.keys()].sort((a, b) => (a < b ? -1 : 1)));
  }

  #begun(start: string): string[] {
    const words = this.#words();
    let [low, high] = [0, words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((words[middle] ?? '') < start) low = middle + 1;
      else high = middle;
    }
    const following = words.slice(low, low + mostWords);
    const end = following.findIndex((word) => !word.startsWith(start));
    return end === -1 ? following : following.slice(0, end);
  }

  #alike(start: string): string[] {
    const found: string[] = [];
    for (const word of this.#words()) {
      if (!nearlyBegins(word, start)) continue;
      found.push(word);
      if (found.length === mostWords) break;
    }
    return found;
  }
}
