import { phoneCountries } from '../../../lib/format/phoneNumbers.ts';

export interface CountryChoice {
  /** The country in ISO 3166. */
  country: string;
  /** The calling code, digits only. */
  callingCode: string;
  /** The name in the active language. */
  name: string;
  /**
   * Search terms, normalised by `plain`. They include the English name and common names such as
   * `uk`.
   */
  names: readonly string[];
}

/**
 * Common names, normalised by `plain`. A name needs an entry only if the standard name of the
 * country does not contain it.
 */
const otherNames: Record<string, string> = {
  AE: 'uae',
  CI: 'ivory coast',
  CZ: 'czech republic',
  GB: 'uk england scotland wales',
  NL: 'holland',
  TR: 'turkey',
  US: 'usa america eeuu',
};

/**
 * Lists every country with phone numbers. The current country comes first, and the others are
 * sorted in the active language.
 */
export function listCountries(language: string, current: string | null): CountryChoice[] {
  const local = new Intl.DisplayNames([language], { type: 'region' });
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const { compare } = new Intl.Collator(language);
  const isCurrent = (choice: CountryChoice) => Number(choice.country === current);
  return phoneCountries()
    .map(({ country, callingCode }) => {
      const name = local.of(country) ?? country;
      const names = [plain(name), plain(english.of(country) ?? country), otherNames[country] ?? ''];
      return { country, callingCode, name, names };
    })
    .sort((a, b) => isCurrent(b) - isCurrent(a) || compare(a.name, b.name));
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/’/g, "'").toLowerCase().trim();
}

/** Ranks a match. 0 is the best match; null means no match. */
function rank(choice: CountryChoice, query: string): number | null {
  const dialled = /^(?:\+|00)?([\d\s()-]+)$/.exec(query)?.[1]?.replace(/\D/g, '');
  if (dialled) {
    if (choice.callingCode === dialled) return 0;
    if (choice.callingCode.startsWith(dialled)) return 1;
    // The query is a calling code with an area code. The number may be from any country with this calling
    // code.
    return dialled.startsWith(choice.callingCode) ? 2 : null;
  }
  const { names } = choice;
  if (choice.country.toLowerCase() === query) return 0;
  if (names.some((name) => name.startsWith(query))) return 1;
  if (names.some((name) => name.includes(` ${query}`))) return 2;
  return names.some((name) => name.includes(query)) ? 3 : null;
}

/**
 * Searches by name in the active language or English, by ISO code and by calling code. The best
 * match comes first.
 */
export function searchCountries(choices: readonly CountryChoice[], query: string): CountryChoice[] {
  const wanted = plain(query);
  if (wanted === '' || wanted === '+') return [...choices];
  return choices
    .map((choice) => ({ choice, rank: rank(choice, wanted) }))
    .filter((found): found is { choice: CountryChoice; rank: number } => found.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}
