import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

export interface PhoneNumber {
  /** The number in E.164, such as `+12125550123`. */
  e164: string;
  /** The calling code, such as `1`. */
  callingCode: string;
  /** The national number, such as `2125550123`. */
  national: string;
  /** The ISO 3166 code of the country. It is null if the number does not identify the country. */
  country: string | null;
}

/**
 * Reads a number that the user typed or pasted in any form, with or without a calling code. Returns
 * null if the text cannot be a phone number.
 *
 * @param country ISO 3166 code of the country whose rules apply to a number without a calling code.
 */
export function parsePhone(text: string, country: string): PhoneNumber | null {
  const parsed = parsePhoneNumberFromString(
    text,
    isSupportedCountry(country) ? { defaultCountry: country } : {},
  );
  if (!parsed?.isPossible()) return null;
  return {
    e164: parsed.number,
    callingCode: parsed.countryCallingCode,
    national: parsed.nationalNumber,
    country: parsed.country ?? null,
  };
}

/** Returns every country with a calling code, in no particular order. */
export function phoneCountries(): { country: string; callingCode: string }[] {
  return getCountries().map((country) => ({
    country,
    callingCode: getCountryCallingCode(country),
  }));
}
