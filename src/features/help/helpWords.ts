import type { Language } from '../../../contract/config.ts';
import type { TextLoaders } from '../../lib/language/texts.ts';
import { helpChunks } from './helpTexts.ts';

const wordsOf = (language: Language) => async () => ({
  default: (await helpChunks[language]()).words,
});

/** The strings of the pages about help and reports. */
export const helpWords: TextLoaders = {
  en: wordsOf('en'),
  es: wordsOf('es'),
  'zh-CN': wordsOf('zh-CN'),
};
