import { defaultCallingCode, defaultCountry } from '../../lib/constants.ts';
import type { PhoneDraft } from '../../lib/storage/drafts.ts';
import { callingCodeOf } from '../../lib/format/phone.ts';

/**
 * Returns an empty form with the country of the old number. If there is no old number, the form has
 * the default country of the specification.
 */
export function emptyPhone(phone: string | null): PhoneDraft {
  const callingCode = phone === null ? defaultCallingCode : callingCodeOf(phone);
  return {
    typed: '',
    callingCode,
    country: callingCode === defaultCallingCode ? defaultCountry : null,
  };
}
