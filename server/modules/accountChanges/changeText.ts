import type { Language } from '../../../contract/config.ts';
import en from '../../../locales/en/server/sms.json' with { type: 'json' };
import es from '../../../locales/es/server/sms.json' with { type: 'json' };
import zhCN from '../../../locales/zh-CN/server/sms.json' with { type: 'json' };
import type { Settings } from '../../settings/settings.ts';
import { fill } from '../../text/textFormats.ts';
import type { ChangeRow } from './changeRecords.ts';

const texts: Record<Language, typeof en> = { en, es, 'zh-CN': zhCN };

/** The text message about a change. The message about a deletion has no undo link. */
export function changeText(
  { brand }: Pick<Settings, 'brand'>,
  language: Language,
  kind: ChangeRow['kind'] | 'deleted',
  link: string,
): string {
  const text = texts[language];
  return fill(text[kind], { brand: brand.name || text.unnamed, link });
}
