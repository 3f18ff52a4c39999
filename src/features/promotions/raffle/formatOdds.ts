import { formattingLocale } from '../../../../contract/rules/format/formattingLocale.ts';

/** The odds "one in …": `4`, `3.3`, `1,250`, in the notation of the language. */
export function oneIn(chances: number, outOf: number, language: string): string {
  const format = new Intl.NumberFormat(formattingLocale(language), { maximumFractionDigits: 1 });
  return format.format(outOf / chances);
}
