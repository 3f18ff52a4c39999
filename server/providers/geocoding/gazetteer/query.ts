import { isPiece, soughtWords } from '../../../../contract/rules/search/searchWords.ts';

/** The highest number of words in a query. Further words are ignored. */
const mostWords = 8;

/** A word of a query. */
export interface QueryWord {
  text: string;
  /** Whether the word may be a house number. */
  isNumber: boolean;
  /** Whether a match may lack the word, because the words after a comma may be a state or a country. */
  isOptional: boolean;
  /** Whether the word may be incomplete, because the rider is still typing it. */
  isLast: boolean;
  /** Whether the word is from a script without spaces. Such a word must match exactly. */
  isPiece: boolean;
}

export interface Query {
  words: readonly QueryWord[];
  /** Whether the query starts with the house number, as in English. The results then also start with the number. */
  startsWithNumber: boolean;
}

export function readQuery(text: string): Query {
  const parts = text.split(/[,，、]/).filter((part) => soughtWords(part).length > 0);
  const words = parts
    .flatMap((part, index) =>
      soughtWords(part).map((word) => ({ text: word, isOptional: index > 0 })),
    )
    .slice(0, mostWords)
    .map((word, index, all) => ({
      ...word,
      isNumber: /^\d{1,5}[a-z]?$/.test(word.text),
      isLast: index === all.length - 1,
      isPiece: isPiece(word.text),
    }));
  return { words, startsWithNumber: words[0]?.isNumber ?? false };
}
