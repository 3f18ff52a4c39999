import { formatDuration, formatUnit } from '../../../contract/rules/format/duration.ts';

/**
 * Formats minutes of a tariff as text. Whole hours are not converted to days: the result is `24
 * hours`, not `1 day`.
 */
export function formatHours(minutes: number, language: string): string {
  if (minutes % 60 !== 0) return formatDuration(minutes * 60_000, language);
  return formatUnit(minutes / 60, language, { unit: 'hour' });
}
