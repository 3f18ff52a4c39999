import type { Language } from '../../../contract/config.ts';

/** A paragraph, or a list of points. */
export type LegalBlock = string | readonly string[];

export interface LegalSection {
  heading: string;
  text: readonly LegalBlock[];
}

export interface LegalTexts {
  /** Set in the product's template texts, not in an operator's own. */
  isTemplate?: boolean;
  /** Used for an operator without a name. */
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

/**
 * Long and rarely read: one file for each language, which the service worker stores after the first
 * fetch.
 */
export async function loadLegalTexts(language: Language): Promise<LegalTexts> {
  return (await loaders[language]()).default;
}
