import { formattingLocale } from '../../../contract/rules/format/formattingLocale.ts';

/** The formats are cached, because creating a format takes longer than all its calls in a list. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a month as a heading, such as `November 2026`, `Noviembre de 2026` or `2026年11月`. */
export function formatMonth(at: string, language: string): string {
  const locale = formattingLocale(language);
  const format =
    formats.get(locale) ?? new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
  formats.set(locale, format);
  const [first = '', ...others] = format.format(new Date(at));
  return first.toLocaleUpperCase(locale) + others.join('');
}
