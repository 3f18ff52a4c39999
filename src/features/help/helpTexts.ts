import type { Language } from '../../../contract/config.ts';

/** Words that need a number, and what is said while that is not known; empty: nothing. */
interface Figured {
  /** A figure that selects `known` or `unknown` without being part of the text. */
  figure?: string;
  known: string;
  unknown: string;
}

export type HelpLine = string | Figured;

/** A paragraph, points, or what follows one after the other. */
export type HelpBlock = HelpLine | { list: readonly HelpLine[] } | { steps: readonly HelpLine[] };

export interface HelpAnswer {
  id: string;
  question: string;
  /** What people call it besides. */
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

/** A file of its own for each language, which the worker keeps from the first visit on. */
export async function loadHelpTopics(language: Language): Promise<readonly HelpTopic[]> {
  return (await helpChunks[language]()).answers.topics;
}
