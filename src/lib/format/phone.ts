import { loadingMs } from '../../../contract/rules/app/waits.ts';
import { retry } from '../loading/retry.ts';
import { withTimeout } from '../loading/withTimeout.ts';

/**
 * Formats a phone number as the screens show it (section 5 of the specification): `(212) 555-0123` for the calling code
 * 1, and `(+86) 13800138000` for other calling codes. A number with the calling code 1 that does
 * not have ten digits also has the second format.
 */
export function formatPhone(callingCode: string, number: string): string {
  const code = callingCode.replace(/\D/g, '');
  const digits = number.replace(/\D/g, '');
  const american = code === '1' ? /^(\d{3})(\d{3})(\d{4})$/.exec(digits) : null;
  if (american) return `(${american[1]}) ${american[2]}-${american[3]}`;
  return `(+${code}) ${digits}`;
}

/** Loads the numbering plans of the world. Only pages with phone numbers need them, so they are a separate file. */
export function loadPhoneNumbers() {
  return withTimeout(
    loadingMs,
    retry(() => import('./phoneNumbers.ts')),
  );
}

/**
 * Matches the calling codes with two digits (ITU-T E.164). The codes 1 and 7 have one digit, and
 * every other code has three digits.
 */
const twoDigitCodes = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** Returns the calling code of an E.164 number, as digits only. */
export function callingCodeOf(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.slice(0, /^[17]/.test(digits) ? 1 : twoDigitCodes.test(digits) ? 2 : 3);
}

/** Formats an E.164 number as the screens show it. */
export function formatE164(phone: string): string {
  const code = callingCodeOf(phone);
  return formatPhone(code, phone.replace(/\D/g, '').slice(code.length));
}
