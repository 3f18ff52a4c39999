import { defaultCallingCode, defaultCountry } from '../../lib/constants.ts';
import type { PhoneDraft } from '../../lib/storage/drafts.ts';
import { callingCodeOf } from '../../lib/format/phone.ts';

/**
 * Returns an empty form with the calling code of the old number, or with the default calling code
 * of the specification if there is no old number. If the calling code is not the default, no
 * country is selected.
 */
export function emptyPhone(phone: string | null): PhoneDraft {
  const callingCode = phone === null ? defaultCallingCode : callingCodeOf(phone);
  return {
    typed: '',
    callingCode,
    country: callingCode === defaultCallingCode ? defaultCountry : null,
  };
}
