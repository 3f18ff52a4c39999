import type { Language } from '../../../contract/config.ts';
import en from '../../../locales/en/mail.json' with { type: 'json' };
import es from '../../../locales/es/mail.json' with { type: 'json' };
import zhCN from '../../../locales/zh-CN/mail.json' with { type: 'json' };
import type { Settings } from '../../settings.ts';
import { codeLifetimeMs } from '../auth/codeMachine.ts';

const texts: Record<Language, typeof en> = { en, es, 'zh-CN': zhCN };

/** The mail with the code that proves an address. */
export function mailText(
  { brand }: Pick<Settings, 'brand'>,
  language: Language,
  code: string,
): { subject: string; text: string } {
  const { unnamed, codeSubject, codeText } = texts[language];
  const values: Record<string, string> = {
    code,
    brand: brand.name || unnamed,
    minutes: String(codeLifetimeMs / 60_000),
  };
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  return { subject: fill(codeSubject), text: `${fill(codeText)}\n` };
}
