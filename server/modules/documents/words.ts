import type { Language } from '../../../contract/config.ts';
import type { Order } from '../../../contract/orders.ts';
import type { PaidWith } from '../../../contract/payment.ts';
import { cardBrandName } from '../../../contract/rules/people/cardBrand.ts';
import { formatDuration, formatUnit } from '../../../contract/rules/format/duration.ts';
import { formattingLocale } from '../../../contract/rules/format/formattingLocale.ts';
import type { Tariff } from '../../../contract/rules/pricing/pricing.ts';
import ordersEn from '../../../locales/en/orders.json' with { type: 'json' };
import papersEn from '../../../locales/en/server/papers.json' with { type: 'json' };
import ordersEs from '../../../locales/es/orders.json' with { type: 'json' };
import papersEs from '../../../locales/es/server/papers.json' with { type: 'json' };
import ordersZh from '../../../locales/zh-CN/orders.json' with { type: 'json' };
import papersZh from '../../../locales/zh-CN/server/papers.json' with { type: 'json' };
import { fill, moneyText } from '../../text/textFormats.ts';

/** The texts of documents. Receipts use the same texts as the app. */
export type Words = Pick<typeof ordersEn, 'card' | 'receipt' | 'tracker' | 'rateHour'> & {
  papers: typeof papersEn;
  language: Language;
  rateMinutes: Readonly<Record<string, string | undefined>>;
};

const files: Record<Language, Words> = {
  en: wordsFrom('en', ordersEn, papersEn, { one: ordersEn.rateMinutes_one }),
  es: wordsFrom('es', ordersEs, papersEs, {
    one: ordersEs.rateMinutes_one,
    many: ordersEs.rateMinutes_many,
  }),
  'zh-CN': wordsFrom('zh-CN', ordersZh, papersZh, {}),
};

type Orders = Pick<typeof ordersEn, 'card' | 'receipt' | 'tracker' | 'rateHour'> & {
  rateMinutes_other: string;
};

function wordsFrom(
  language: Language,
  { card, receipt, tracker, rateHour, rateMinutes_other: other }: Orders,
  papers: typeof papersEn,
  forms: Record<string, string>,
): Words {
  const rateMinutes = { ...forms, other };
  return { language, card, receipt, tracker, rateHour, papers, rateMinutes };
}

export function wordsOf(language: Language): Words {
  return files[language];
}

export function rateText(words: Words, { rate, rateMinutes, currency }: Tariff): string {
  const amount = moneyText({ amount: rate, currency });
  if (rateMinutes === 60) return fill(words.rateHour, { amount });
  const form = new Intl.PluralRules(words.language).select(rateMinutes);
  const text = words.rateMinutes[form] ?? words.rateMinutes['other'] ?? '';
  return fill(text, { amount, count: rateMinutes });
}

/** The text of a duration, such as `24 hours`. Whole hours stay hours, so the text is never `1 day`. */
export function hoursText(minutes: number, language: Language): string {
  if (minutes % 60 !== 0) return formatDuration(minutes * 60_000, language);
  return formatUnit(minutes / 60, formattingLocale(language), { unit: 'hour' });
}

/** The names of payment methods, which are the same in every language. The name of a card is its brand. */
const ownNames = {
  card: null,
  applePay: 'Apple Pay',
  googlePay: 'Google Pay',
  payPal: 'PayPal',
  goCash: 'GoCash',
} satisfies Record<PaidWith['kind'], string | null>;

export function methodText(words: Words, { kind, brand, last4, label }: PaidWith): string {
  const card = last4 === '' ? null : fill(words.card, { brand: cardBrandName(brand), last4 });
  const own = ownNames[kind];
  if (own === null) return card ?? cardBrandName(brand);
  const detail = card ?? label;
  return detail === null ? own : `${own} · ${detail}`;
}

export function statusText({ papers }: Words, { state, status }: Order): string {
  if (state === 'lost' && status === 'complete') return papers.lost;
  return status === null ? papers.notStarted : papers[status];
}
