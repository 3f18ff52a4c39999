import { languages, type Language } from '../../../contract/config.ts';
import { fillText } from '../../../contract/rules/firstScreen/texts.ts';
import en from '../../../locales/en/server/feed.json' with { type: 'json' };
import es from '../../../locales/es/server/feed.json' with { type: 'json' };
import zhCN from '../../../locales/zh-CN/server/feed.json' with { type: 'json' };

const texts: Record<Language, typeof en> = { en, es, 'zh-CN': zhCN };
export type FeedText = keyof typeof en;

export interface LocalizedString {
  text: string;
  language: Language;
}

/** A text in each language. The standard requires this form for every readable text. */
export function localized(text: (language: Language) => string): LocalizedString[] {
  return languages.map((language) => ({ text: text(language), language }));
}

/** A text of the feed, in which values replace the `{{names}}`. */
export function feedText(
  language: Language,
  key: FeedText,
  values: Record<string, string> = {},
): string {
  return fillText(texts[language][key], values);
}

/** An amount in minor units, formatted for the language. */
export function formatMoney(language: Language, amount: number, currency: string): string {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  // The product uses the Spanish of Latin America, because the Spanish of Spain would write 1,00 $.
  const locale = language === 'es' ? 'es-419' : language;
  return new Intl.NumberFormat(locale, options).format(toMajor(amount, currency));
}

/** Converts minor units to a decimal number of the currency: 150 is 1.5 dollars or 150 yen. */
export function toMajor(amount: number, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return amount / 10 ** maximumFractionDigits;
}
