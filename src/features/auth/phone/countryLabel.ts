import { countryName } from '../../../lib/format/countries.ts';

/** Returns a label such as `+1 United States`, or only the calling code if the country is unknown. */
export function countryLabel(
  callingCode: string,
  country: string | null,
  language: string,
): string {
  if (country === null) return `+${callingCode}`;
  return `+${callingCode} ${countryName(country, language)}`;
}
