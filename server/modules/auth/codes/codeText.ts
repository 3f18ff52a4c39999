import type { Language } from '../../../../contract/config.ts';
import en from '../../../../locales/en/server/sms.json' with { type: 'json' };
import es from '../../../../locales/es/server/sms.json' with { type: 'json' };
import zhCN from '../../../../locales/zh-CN/server/sms.json' with { type: 'json' };
import type { Settings } from '../../../settings/settings.ts';
import { codeLifetimeMs } from './codeMachine.ts';

const texts: Record<Language, typeof en> = { en, es, 'zh-CN': zhCN };

/**
 * The text message with a code. The last line makes phones offer the code only on our site (WebOTP, and Apple's
 * domain-bound codes).
 */
export function codeText(
  { brand, publicUrl }: Pick<Settings, 'brand' | 'publicUrl'>,
  language: Language,
  code: string,
): string {
  const text = texts[language];
  const values: Record<string, string> = {
    code,
    brand: brand.name || text.unnamed,
    minutes: String(codeLifetimeMs / 60_000),
  };
  const body = text.code.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  return `${body}\n\n@${new URL(publicUrl).hostname} #${code}`;
}
