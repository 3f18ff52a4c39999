import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Settings } from '../../settings/settings.ts';
import { ProblemError } from '../../http/problem.ts';

export interface Phone {
  /** E.164. */
  number: string;
  /** ITU country calling code, such as `1`. */
  prefix: string;
}

/** Kinds that take no text, or cost whoever sends one; a fixed line may well take texts. */
const refusedTypes = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'UAN',
  'PAGER',
  'VOICEMAIL',
]);

/**
 * A phone that a code can be texted to.
 *
 * @throws {ProblemError} `phoneInvalid`, or `countryNotServed`.
 */
export function parsePhone(typed: string, settings: Pick<Settings, 'servedCountries'>): Phone {
  const phone = parsePhoneNumberFromString(typed);
  if (!phone?.isValid() || refusedTypes.has(phone.getType() ?? '')) {
    throw new ProblemError('phoneInvalid');
  }
  const served = settings.servedCountries;
  if (served && !(phone.country && served.includes(phone.country))) {
    throw new ProblemError('countryNotServed');
  }
  return { number: phone.number, prefix: phone.countryCallingCode };
}

/** Whether a person can be called there, whatever it costs and wherever it is. */
export function isDialable(number: string): boolean {
  return parsePhoneNumberFromString(number)?.isValid() ?? false;
}

/** The calling code of a number that was parsed before. */
export function prefixOf(number: string): string {
  return parsePhoneNumberFromString(number)?.countryCallingCode ?? '';
}
