/**
 * Keeps a phone number or the number of a case on one line, because a line could otherwise break at a space or after a
 * hyphen.
 */
export function unbroken(number: string): string {
  return number.replaceAll(' ', '\u00A0').replaceAll('-', '-\u2060');
}

/** Lets a line break within an email address only after an @ or a full stop. */
export function brokenAtSigns(address: string): string {
  return address.replaceAll('-', '-\u2060').replaceAll(/[@.]/g, '$&\u200B');
}
