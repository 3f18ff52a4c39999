import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Settings } from '../../settings/settings.ts';
import { ProblemError } from '../../http/problem.ts';

export interface Phone {
  /** E.164. */
  number: string;
  /** ITU country calling code, such as `1`. */
  prefix: string;
}

/**
 * Kinds of numbers that cannot receive text messages, or are expensive to text. Fixed lines are not
 * in the list, because many of them can receive text messages.
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
  return { number: phone.number, prefix: phone.countryCallingCode };
}

/** Whether the number can be called, whatever its kind and country. */
export function isDialable(number: string): boolean {
  return parsePhoneNumberFromString(number)?.isValid() ?? false;
}

/** The calling code of a valid number. */
export function prefixOf(number: string): string {
  return parsePhoneNumberFromString(number)?.countryCallingCode ?? '';
}
