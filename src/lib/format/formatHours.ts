import { formatDuration } from '../../../contract/rules/format/duration.ts';
import { numberFormat } from '../../../contract/rules/format/numberFormat.ts';

/**
 * Formats minutes of a tariff as text. Whole hours are not converted to days: the result is `24
 * hours`, not `1 day`.
 */
export function formatHours(minutes: number, language: string): string {
  if (minutes % 60 !== 0) return formatDuration(minutes * 60_000, language);
  const format = numberFormat(language, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'long',
  });
  return format.format(minutes / 60);
}
