import type { Language } from '../../../contract/config.ts';

/** The first language of the browser's list that the app has; English if the app has none of them. */
export function firstLanguage(header: string | undefined): Language {
  const first = /(?:^|[\s,])(en|es|zh)\b/i.exec(header ?? '')?.[1]?.toLowerCase();
  return first === 'zh' ? 'zh-CN' : first === 'es' ? 'es' : 'en';
}
