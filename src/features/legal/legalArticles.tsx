import type { Language } from '../../../contract/config.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { LegalArticle } from './LegalArticle.tsx';
import type { LegalArticleProps } from './LegalArticle.tsx';
import { loadLegalTexts } from './legalTexts.ts';

function articleIn(language: Language) {
  return new LazyPart<LegalArticleProps>(async () => {
    const texts = await loadLegalTexts(language);
    return (props) => <LegalArticle texts={texts} {...props} />;
  });
}

/** The legal texts of each language. A language loads when the user first opens its texts. */
export const legalArticles: Record<Language, LazyPart<LegalArticleProps>> = {
  en: articleIn('en'),
  es: articleIn('es'),
  'zh-CN': articleIn('zh-CN'),
};
