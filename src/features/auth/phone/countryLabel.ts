import { countryName } from '../../../lib/format/countries.ts';

/** `+1 United States`, or the code alone where it belongs to no one country. */
export function countryLabel(
  callingCode: string,
  country: string | null,
  language: string,
): string {
  if (country === null) return `+${callingCode}`;
  return `+${callingCode} ${countryName(country, language)}`;
}
