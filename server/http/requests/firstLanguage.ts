import type { Language } from '../../../contract/config.ts';

/**
 * The first language in the browser's list that the app supports; English if it supports none of
 * the list.
 */
export function firstLanguage(header: string | undefined): Language {
  const first = /(?:^|[\s,])(en|es|zh)\b/i.exec(header ?? '')?.[1]?.toLowerCase();
  return first === 'zh' ? 'zh-CN' : first === 'es' ? 'es' : 'en';
}
