import type { Language } from '../../../contract/config.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { HelpCenter } from './HelpCenter.tsx';
import type { HelpCenterProps } from './HelpCenter.tsx';
import { loadHelpTopics } from './helpTexts.ts';

function centerIn(language: Language) {
  return new LazyPart<HelpCenterProps>(async () => {
    const topics = await loadHelpTopics(language);
    return (props) => <HelpCenter topics={topics} {...props} />;
  });
}

/** The help center in each language, loaded when it is first opened. */
export const helpCenters: Record<Language, LazyPart<HelpCenterProps>> = {
  en: centerIn('en'),
  es: centerIn('es'),
  'zh-CN': centerIn('zh-CN'),
};
