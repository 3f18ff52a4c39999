/** Longer words are cut, in what is sought as in what is found. */
const maxWordLength = 32;

/** Letters that no decomposition makes plain. */
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

/** A run of a script that writes no spaces, or a word of one that does. */
const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu;

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The words of a name or an address, each once, without case and accents. Of Chinese and Japanese,
 * where words cannot be told apart, each character and each pair of neighbours.
 */
export function indexedWords(text: string): string[] {
  return words(text, (run) => [...run, ...pairs(run)]);
}

/** The words of what a person seeks: of Chinese and Japanese the pairs, or the single character. */
export function soughtWords(text: string): string[] {
  return words(text, (run) => (run.length === 1 ? run : pairs(run)));
}

/** Whether the word is a piece of a text without spaces, which nobody begins or mistypes. */
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
      // A possessive is a part of its word.
      .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
      .replace(/[ßæœøłđðþı]/g, (letter) => plain[letter] ?? letter)
  );
}
