import { isPiece, soughtWords } from '../../../../contract/rules/search/searchWords.ts';

/** Further words of a query are ignored. */
const mostWords = 8;

/** A word of a query. */
export interface QueryWord {
  text: string;
  /** Whether it may be a house number. */
  isNumber: boolean;
  /** Whether a match may lack the word: after a comma there may be a state or a country. */
  isOptional: boolean;
  /** Whether it may be incomplete, because the rider is still typing. */
  isLast: boolean;
  /** Whether the word is from a script without spaces. Such a word is matched exactly. */
  isPiece: boolean;
}

export interface Query {
  words: readonly QueryWord[];
  /** Whether the query starts with the house number, as in English. Results use the same order. */
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
