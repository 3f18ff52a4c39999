/** The greatest length of a word. Longer words are cut, both in the query and in the index. */
const maxWordLength = 32;

/** The plain forms of letters that Unicode decomposition does not simplify. */
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Matches a run of a script without spaces, or a word of a script with spaces. */
const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu;

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The words of a name or an address, without case and accents. No word occurs twice. Chinese and
 * Japanese have no spaces, so their words are all single characters and all pairs of neighbouring
 * characters.
 */
export function indexedWords(text: string): string[] {
  return words(text, (run) => [...run, ...pairs(run)]);
}

/**
 * The words of a query. For Chinese and Japanese, the words are the pairs of neighbouring
 * characters, or the character if there is only one.
 */
export function soughtWords(text: string): string[] {
  return words(text, (run) => (run.length === 1 ? run : pairs(run)));
}

/**
 * Whether the word is from a script without spaces. Such a word must match exactly: there is no search
 * for its prefix, and no typo is allowed.
 */
export function isPiece(word: string): boolean {
  return unspaced.test(word);
}

function words(text: string, piecesOf: (run: string[]) => string[]): string[] {
  const found = [...fold(text).matchAll(runs)].flatMap(([run]) =>
    unspaced.test(run)
      ? piecesOf(Array.from(run))
      : [Array.from(run).slice(0, maxWordLength).join('')],
  );
  return [...new Set(found)];
}

function pairs(run: string[]): string[] {
  return run.slice(1).map((second, index) => `${run[index]}${second}`);
}

function fold(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .normalize('NFC')
      .toLowerCase()
      // An apostrophe between letters does not split a word, as in `Joe's`.
      .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
      .replace(/[ßæœøłđðþı]/g, (letter) => plain[letter] ?? letter)
  );
}
