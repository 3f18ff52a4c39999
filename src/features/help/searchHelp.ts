import { indexedWords, isPiece, soughtWords } from '../../../contract/rules/search/searchWords.ts';
import type { HelpAnswer, HelpBlock, HelpLine, HelpTopic } from './helpTexts.ts';

/** The weight of a word depends on the part of the answer that contains the word. */
const weights = { question: 4, words: 3, topic: 1, answer: 1 } as const;

interface Entry {
  answer: HelpAnswer;
  /** The weight of each word. If a word occurs in several parts, the highest weight counts. */
  words: ReadonlyMap<string, number>;
}

/** A result is not relevant if its score is below this share of the best score. */
const leastShare = 0.45;
const mostResults = 8;

export type HelpIndex = readonly Entry[];

export function indexHelp(topics: readonly HelpTopic[]): HelpIndex {
  return topics.flatMap((topic) =>
    topic.answers.map((answer) => {
      const words = new Map<string, number>();
      const add = (text: string, weight: number) => {
        for (const word of indexedWords(text)) {
          words.set(word, Math.max(weight, words.get(word) ?? 0));
        }
      };
      add(answer.question, weights.question);
      add(answer.words, weights.words);
      add(topic.title, weights.topic);
      add(answer.answer.flatMap(linesOf).map(plainOf).join('\n'), weights.answer);
      return { answer, words };
    }),
  );
}

/**
 * Finds the answers to a search, best first. A word has a higher weight if fewer answers contain it. Words that
 * occur nowhere are ignored.
 */
export function searchHelp(index: HelpIndex, query: string): HelpAnswer[] {
  const scores = new Map<HelpAnswer, number>();
  for (const word of soughtWords(query)) {
    const found = index.flatMap(({ answer, words }) => {
      const weight = weightOf(word, words);
      return weight > 0 ? [{ answer, weight }] : [];
    });
    const rarity = Math.log((index.length + 1) / (found.length + 1));
    for (const { answer, weight } of found) {
      scores.set(answer, (scores.get(answer) ?? 0) + weight * rarity);
    }
  }
  const best = Math.max(0, ...scores.values());
  return [...scores]
    .filter(([, score]) => score > 0 && score >= best * leastShare)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostResults)
    .map(([answer]) => answer);
}

function weightOf(sought: string, words: Entry['words']): number {
  if (isPiece(sought)) return words.get(sought) ?? 0;
  let most = 0;
  for (const [word, weight] of words) {
    if (weight > most && isSame(sought, word)) most = weight;
  }
  return most;
}

/**
 * Whether the word matches the search term: the word begins with the term, or the two differ only
 * at the end. A different end is accepted only for a term of more than five letters. A term of
 * fewer than three letters must equal the word.
 */
function isSame(sought: string, word: string): boolean {
  if (sought.length < 3) return word === sought;
  if (word.startsWith(sought)) return true;
  const stem = Math.max(5, sought.length - 2);
  return (
    sought.length > 5 &&
    Math.abs(word.length - sought.length) <= 3 &&
    word.startsWith(sought.slice(0, stem))
  );
}

function linesOf(block: HelpBlock): readonly HelpLine[] {
  if (typeof block === 'string' || 'known' in block) return [block];
  return 'list' in block ? block.list : block.steps;
}

function plainOf(line: HelpLine): string {
  return (typeof line === 'string' ? line : line.known).replace(/\{\{\w+\}\}/g, ' ');
}
