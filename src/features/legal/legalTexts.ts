import type { Language } from '../../../contract/config.ts';

/** A paragraph, or a list of points. */
export type LegalBlock = string | readonly string[];

export interface LegalSection {
  heading: string;
  text: readonly LegalBlock[];
}

export interface LegalTexts {
  /** Set in the texts that come with the product; an operator's own have none. */
  isTemplate?: boolean;
  /** Stands for an operator without a name. */
  operator: string;
  terms: readonly LegalSection[];
  privacy: readonly LegalSection[];
  promotions: readonly LegalSection[];
}

export type LegalDocument = 'terms' | 'privacy' | 'promotions';

const loaders: Record<Language, () => Promise<{ default: LegalTexts }>> = {
  en: () => import('../../../locales/en/documents/legal.json'),
  es: () => import('../../../locales/es/documents/legal.json'),
  'zh-CN': () => import('../../../locales/zh-CN/documents/legal.json'),
};

/** Long, and seldom read: a file of its own for each language, which the worker keeps once it was fetched. */
export async function loadLegalTexts(language: Language): Promise<LegalTexts> {
  return (await loaders[language]()).default;
}
