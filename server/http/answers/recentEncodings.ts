/** The highest number of stored answers, because callers can cause any number of different answers. */
const mostAnswers = 100;
/** Longer answers are not stored. */
const longest = 512 * 1024;

/** The compressed forms of answers that were sent lately, by their text. */
export class RecentEncodings {
  readonly #byText = new Map<string, Map<string, Promise<Buffer>>>();

  /** Returns the compressed forms of the text by encoding. The caller adds the missing forms. */
  of(text: string): Map<string, Promise<Buffer>> {
    const known = this.#byText.get(text) ?? new Map<string, Promise<Buffer>>();
    if (text.length > longest) return known;
    // The text is inserted at the end, because the loop below deletes from the start.
    this.#byText.delete(text);
    this.#byText.set(text, known);
    if (this.#byText.size > mostAnswers) {
      const [oldest] = this.#byText.keys();
      if (oldest !== undefined) this.#byText.delete(oldest);
    }
    return known;
  }
}
