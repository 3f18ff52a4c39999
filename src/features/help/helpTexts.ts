import type { Language } from '../../../contract/config.ts';

/**
 * A text that needs a number, and its fallback while the number is unknown; empty: show nothing.
 */
interface Figured {
  /** A figure that selects `known` or `unknown` and is not part of the text. */
  figure?: string;
  known: string;
  unknown: string;
}

export type HelpLine = string | Figured;

/** A paragraph, a list of points, or numbered steps. */
export type HelpBlock = HelpLine | { list: readonly HelpLine[] } | { steps: readonly HelpLine[] };

export interface HelpAnswer {
  id: string;
  question: string;
  /** Other words by which people search for it. */
  words: string;
  answer: readonly HelpBlock[];
}

export interface HelpTopic {
  id: string;
  title: string;
  answers: readonly HelpAnswer[];
}

interface Chunk {
  answers: { topics: readonly HelpTopic[] };
  words: Record<string, unknown>;
}

export const helpChunks: Record<Language, () => Promise<Chunk>> = {
  en: () => import('./texts/help.en.ts'),
  es: () => import('./texts/help.es.ts'),
  'zh-CN': () => import('./texts/help.zh-CN.ts'),
};

/** One file for each language; the service worker stores it after the first visit. */
export async function loadHelpTopics(language: Language): Promise<readonly HelpTopic[]> {
  return (await helpChunks[language]()).answers.topics;
}
