import { defaultCallingCode, defaultCountry } from '../../lib/constants.ts';
import type { PhoneDraft } from '../../lib/storage/drafts.ts';
import { callingCodeOf } from '../../lib/format/phone.ts';

/**
 * The empty form. It has the country of the old number, or the country of the specification if
 * there is no number.
 */
export function emptyPhone(phone: string | null): PhoneDraft {
  const callingCode = phone === null ? defaultCallingCode : callingCodeOf(phone);
  return {
    typed: '',
    callingCode,
    country: callingCode === defaultCallingCode ? defaultCountry : null,
  };
}
