/**
 * Countries and regions without postal codes, according to Google's address data for
 * libaddressinput and the Universal Postal Union's member pages.
 */
const without = new Set(
  (
    'AE AG AO AW BF BI BJ BM BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK ' +
    'JM KI KM KN KP LC ML MO MR MW NR NU QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TV UG ' +
    'VU YE ZW'
  ).split(' '),
);

/** The countries whose postal codes contain letters. Riders cannot type letters on a numeric keyboard. */
const lettered = new Set(
  'AD AI AR AZ BB BN CA FK GB GG GI GS IE IM IO JE KY LV MD MS MT NL PN SH SO SZ TC VC VE VG'.split(
    ' ',
  ),
);

const forms: Record<string, RegExp> = {
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  MX: /^\d{5}$/,
  ES: /^\d{5}$/,
  CN: /^\d{6}$/,
};

export interface PostalRules {
  needed: boolean;
  keyboard: 'numeric' | 'text';
  /** Whether the form calls the code "ZIP code", as people in the United States do. */
  zip: boolean;
}

export function postalRules(country: string): PostalRules {
  return {
    needed: !without.has(country),
    keyboard: lettered.has(country) ? 'text' : 'numeric',
    zip: country === 'US',
  };
}

export type PostalProblem = 'missing' | 'wrong';

/**
 * Returns what is wrong with a postal code of a country; null if no problem is known. The function checks the form only
 * for the countries in `forms`. For the other countries, it checks only that a code exists and is not too long.
 */
export function postalProblem(country: string, typed: string): PostalProblem | null {
  if (!postalRules(country).needed) return null;
  const code = typed.normalize('NFKC').trim();
  if (code === '') return 'missing';
  if (code.length > 12) return 'wrong';
  const form = forms[country];
  return form === undefined || form.test(code) ? null : 'wrong';
}

/**
 * The stored form of a postal code: capital letters, and no full-width characters. Empty if the
 * country has no postal codes.
 */
export function writtenPostalCode(country: string, typed: string): string {
  return postalRules(country).needed ? typed.normalize('NFKC').trim().toUpperCase() : '';
}
