import { formattingLocale } from '../../../contract/rules/format/formattingLocale.ts';

/** Formats the size of a file in a language, such as `43 kB` or `1.2 MB`. */
export function formatBytes(bytes: number, language: string): string {
  const [unit, size] =
    bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const);
  const format = new Intl.NumberFormat(formattingLocale(language), {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'kilobyte' ? 0 : 1,
  });
  return format.format(Math.max(1, bytes / size));
}
