import { defaultCallingCode, defaultCountry } from '../../lib/constants.ts';
import type { PhoneDraft } from '../../lib/storage/drafts.ts';
import { callingCodeOf } from '../../lib/format/phone.ts';

/** Nothing typed yet: a new number is most likely of the same country, the specification's else. */
export function emptyPhone(phone: string | null): PhoneDraft {
  const callingCode = phone === null ? defaultCallingCode : callingCodeOf(phone);
  return {
    typed: '',
    callingCode,
    country: callingCode === defaultCallingCode ? defaultCountry : null,
  };
}
