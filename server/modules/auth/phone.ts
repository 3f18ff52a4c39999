import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Settings } from '../../settings/settings.ts';
import { ProblemError } from '../../http/problem.ts';

export interface Phone {
  /** The number in the format E.164. */
  number: string;
  /**
   * The ISO code of the country. A calling code alone does not identify the country, because twenty countries have +1.
   * If a number has no country, such as a satellite phone's number, this is its calling code.
   */
  country: string;
}

/**
 * The kinds of numbers that cannot receive text messages, or are expensive to text. Fixed lines are not in
 * the list, because many fixed lines can receive text messages.
 */
const refusedTypes = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'UAN',
  'PAGER',
  'VOICEMAIL',
]);

/**
 * Parses a phone number that can receive a code.
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
  return { number: phone.number, country: phone.country ?? phone.countryCallingCode };
}

/** Whether the number can be called. Its kind and its country do not matter. */
export function isDialable(number: string): boolean {
  return parsePhoneNumberFromString(number)?.isValid() ?? false;
}

/** The value of `Phone.country` for a valid number. */
export function countryOf(number: string): string {
  const phone = parsePhoneNumberFromString(number);
  return phone?.country ?? phone?.countryCallingCode ?? '';
}
