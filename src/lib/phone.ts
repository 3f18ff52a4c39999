/**
 * A phone number as the screens show it (section 5): `(212) 555-0123` for code 1, else
 * `(+86) 13800138000`. A number of code 1 that has not ten digits is shown the second way.
 */
export function formatPhone(callingCode: string, number: string): string {
  const code = callingCode.replace(/\D/g, '');
  const digits = number.replace(/\D/g, '');
  const american = code === '1' ? /^(\d{3})(\d{3})(\d{4})$/.exec(digits) : null;
  if (american) return `(${american[1]}) ${american[2]}-${american[3]}`;
  return `(+${code}) ${digits}`;
}

/** The numbering plans of the world, loaded when a phone number is first asked for. */
export function loadPhoneNumbers() {
  return import('./phoneNumbers.ts');
}
