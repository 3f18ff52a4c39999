import { nearlyBegins } from '../../../../contract/rules/search/nearlyBegins.ts';

/**
 * The maximum number of indexed words that one word of a query finds as a prefix. The same limit
 * applies to the words that it finds with a typo.
 */
const mostWords = 300;
/** The highest number of entries that one search compares. */
const mostEntries = 5_000;

/** An index from words to entries. It also finds words by their first letters, or with a typo. */
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

  /** Returns the words that begin with `start`. If `mayBeTypo` is set, `start` may contain a typo. */
  wordsLike(start: string, mayBeTypo: boolean): string[] {
    const begun = this.#begun(start);
    return mayBeTypo ? [...new Set([...begun, ...this.#alike(start)])] : begun;
  }

  /** Returns the number of entries with one of the words. An entry with several of the words counts several times. */
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
    // The words are sorted by code units, because the binary search below compares code units.
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
