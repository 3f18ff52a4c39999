import { formatUnit } from '../../../contract/rules/format/duration.ts';
import { formattingLocale } from '../../../contract/rules/format/formattingLocale.ts';

export interface Point {
  lat: number;
  lng: number;
}

/**
 * Formats a distance, such as `220 m` or `1.4 km`. The `long` form, such as `220 meters`, is for
 * screen readers.
 */
export function formatDistance(
  metres: number,
  language: string,
  display: 'short' | 'long' = 'short',
): string {
  const far = metres >= 1_000;
  const value = far ? metres / 1_000 : Math.round(metres / 10) * 10;
  return formatUnit(value, formattingLocale(language), {
    unit: far ? 'kilometer' : 'meter',
    unitDisplay: display,
    maximumFractionDigits: far && value < 10 ? 1 : 0,
  });
}
