import type { Language } from '../../../contract/config.ts';

/** A paragraph, or a list of points. */
export type LegalBlock = string | readonly string[];

export interface LegalSection {
  heading: string;
  text: readonly LegalBlock[];
}

export interface LegalTexts {
  /** The name in the text if the operator has no name. */
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
 * Loads the legal texts of a language. The texts are long and rarely read, so each language has its own file.
 * The service worker stores the file after the first fetch.
 */
export async function loadLegalTexts(language: Language): Promise<LegalTexts> {
  return (await loaders[language]()).default;
}
