import { formattingLocale } from '../../../../contract/rules/format/formattingLocale.ts';

/** Of how many draws one wins: `4`, `3.3`, `1,250`, as the language writes it. */
export function oneIn(chances: number, outOf: number, language: string): string {
  const format = new Intl.NumberFormat(formattingLocale(language), { maximumFractionDigits: 1 });
  return format.format(outOf / chances);
}
