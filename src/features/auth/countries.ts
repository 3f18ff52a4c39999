import { phoneCountries } from '../../lib/phoneNumbers.ts';

export interface CountryChoice {
  /** ISO 3166 */
  country: string;
  /** Digits only. */
  callingCode: string;
  /** In the active language. */
  name: string;
  englishName: string;
}

/** Every country that has phones, in the order of the language; the current one first. */
export function listCountries(language: string, current: string | null): CountryChoice[] {
  const local = new Intl.DisplayNames([language], { type: 'region' });
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const { compare } = new Intl.Collator(language);
  const isCurrent = (choice: CountryChoice) => Number(choice.country === current);
  return phoneCountries()
    .map(({ country, callingCode }) => ({
      country,
      callingCode,
      name: local.of(country) ?? country,
      englishName: english.of(country) ?? country,
    }))
    .sort((a, b) => isCurrent(b) - isCurrent(a) || compare(a.name, b.name));
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** 0 is the best; null is no match. */
function rank(choice: CountryChoice, query: string): number | null {
  const dialled = /^(\+|00)?\s*(\d+)$/.exec(query)?.[2];
  if (dialled !== undefined) {
    if (choice.callingCode === dialled) return 0;
    return choice.callingCode.startsWith(dialled) ? 1 : null;
  }
  const names = [plain(choice.name), plain(choice.englishName)];
  if (choice.country.toLowerCase() === query) return 0;
  if (names.some((name) => name.startsWith(query))) return 1;
  if (names.some((name) => name.includes(` ${query}`))) return 2;
  return names.some((name) => name.includes(query)) ? 3 : null;
}

/** By name in either language, by ISO code or by calling code, the closest first. */
export function searchCountries(choices: readonly CountryChoice[], query: string): CountryChoice[] {
  const wanted = plain(query);
  if (wanted === '' || wanted === '+') return [...choices];
  return choices
    .map((choice) => ({ choice, rank: rank(choice, wanted) }))
    .filter((found): found is { choice: CountryChoice; rank: number } => found.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}
