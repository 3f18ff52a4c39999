import { countryName } from '../../../lib/format/countries.ts';

/** `+1 United States`, or the calling code alone where several countries share it. */
export function countryLabel(
  callingCode: string,
  country: string | null,
  language: string,
): string {
  if (country === null) return `+${callingCode}`;
  return `+${callingCode} ${countryName(country, language)}`;
}
