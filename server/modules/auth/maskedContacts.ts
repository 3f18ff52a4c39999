import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Masks a phone so that only its owner recognises it: `••67`. */
export function maskPhone(phone: string): string {
  return `••${phone.slice(-2)}`;
}

/** Masks a phone for operators, so that they see the country but cannot identify the rider: `+1 ••• ••34`. */
export function maskPhoneForOperators(phone: string): string {
  const code = parsePhoneNumberFromString(phone)?.countryCallingCode ?? '';
  return `+${code} ••• ${maskPhone(phone)}`;
}

/** Masks an address so that only its owner recognises it: `a•••@example.com`. */
export function maskEmail(email: string): string {
  return `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`;
}
