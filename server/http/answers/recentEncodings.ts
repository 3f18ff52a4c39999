/** Callers can cause any number of different answers, so the number of stored ones is limited. */
const mostAnswers = 100;
/** Longer answers are not stored. */
const longest = 512 * 1024;

/** The compressed forms of answers that were sent lately, by their text. */
export class RecentEncodings {
  readonly #byText = new Map<string, Map<string, Promise<Buffer>>>();

  /** The compressed text by encoding. */
  of(text: string): Map<string, Promise<Buffer>> {
    const known = this.#byText.get(text) ?? new Map<string, Promise<Buffer>>();
    if (text.length > longest) return known;
    // Insert the text at the end, because the first one is dropped first.
    this.#byText.delete(text);
    this.#byText.set(text, known);
    if (this.#byText.size > mostAnswers) {
      const [oldest] = this.#byText.keys();
      if (oldest !== undefined) this.#byText.delete(oldest);
    }
    return known;
  }
}
