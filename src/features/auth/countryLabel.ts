/** `+1 United States`, or the code alone where it belongs to no one country. */
export function countryLabel(
  callingCode: string,
  country: string | null,
  language: string,
): string {
  if (country === null) return `+${callingCode}`;
  return `+${callingCode} ${countryName(country, language)}`;
}

/** The name of a country or region in a language; its ISO code where the language has none. */
export function countryName(country: string, language: string): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
}
