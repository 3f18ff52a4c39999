import { formattingLocale } from '../../../../contract/rules/format/formattingLocale.ts';

/** The number for "one in …", such as `4`, `3.3` or `1,250`, in the format of the language. */
export function oneIn(chances: number, outOf: number, language: string): string {
  const format = new Intl.NumberFormat(formattingLocale(language), { maximumFractionDigits: 1 });
  return format.format(outOf / chances);
}
