import type { Language } from '../../../contract/config.ts';

/**
 * A text that needs figures. While a figure is unknown, the help shows `unknown` instead of `known`. If `unknown` is
 * empty, the help shows nothing.
 */
interface Figured {
  /**
   * The name of a figure that the text does not contain. If the figure is available, the help shows `known`; if not, it
   * shows `unknown`.
   */
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
  /** Other words with which users search for this answer. */
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

/**
 * Loads the topics of a language. Each language has one file, which the service worker caches after
 * its first use.
 */
export async function loadHelpTopics(language: Language): Promise<readonly HelpTopic[]> {
  return (await helpChunks[language]()).answers.topics;
}
