import { indexedWords } from '../../../../contract/rules/search/searchWords.ts';
import { formsOf, isGeneral } from './streetWords.ts';

/** A word of a name. */
export interface NameWord {
  /** All spellings of the word. */
  forms: readonly string[];
  /** Whether many names contain the word, such as `Street`. */
  isGeneral: boolean;
}
export type Name = readonly NameWord[];

/**
 * The variants of a name for the search: the name itself and, if a short word can be joined with the next word, a
 * second variant in which the first such pair is joined. Riders write `LaSalle` or `La Salle`.
 */
export function searchedNames(text: string): Name[] {
  const words = indexedWords(text);
  const short = words.findIndex(
    (word, index) => isShort(word) && isJoinable(word) && isJoinable(words[index + 1]),
  );
  if (short === -1) return [nameOf(words)];
  const joined = `${words[short]}${words[short + 1]}`;
  return [nameOf(words), nameOf(words.toSpliced(short, 2, joined))];
}

const nameOf = (words: readonly string[]): Name =>
  words.map((word) => ({ forms: formsOf(word), isGeneral: isGeneral(word) }));

const isShort = (word: string) => word.length <= 3;

const isJoinable = (word: string | undefined) =>
  word !== undefined &&
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+$/u.test(word) &&
  !isGeneral(word);
