import { countryCodes } from '../../../contract/rules/places/countries.ts';

/**
 * Returns the name of a country or region in a language. Returns the ISO code if the language has
 * no name for the country.
 */
export function countryName(country: string, language: string): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
}

/** Returns all countries with their names, sorted by the rules of the language. */
export function countryOptions(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const { compare } = new Intl.Collator(language);
  return countryCodes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => compare(a.label, b.label));
}
