import { loadPhoneNumbers } from '../../../lib/format/phone.ts';

export interface EnteredPhone {
  /** The number as typed, in any notation. */
  typed: string;
  /** The calling code of the chosen country, digits only. */
  callingCode: string;
  /** The ISO 3166 code of the chosen country; null if the user has chosen no country. */
  country: string | null;
}

export type CheckedPhone =
  | { status: 'missing' }
  | { status: 'malformed' }
  | {
      status: 'valid';
      e164: string;
      national: string;
      callingCode: string;
      country: string | null;
    };

/**
 * Normalises the input. Users write 00 for the plus sign. Chinese keyboards produce full-width
 * digits. Contacts contain invisible direction marks. Links start with `tel:`.
 */
function normalise(typed: string): string {
  const seen = typed.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return seen
    .trim()
    .replace(/^tel:\s*/i, '')
    .replace(/^00/, '+');
}

/**
 * Parses a number as typed. A calling code in the number takes precedence over the chosen country.
 */
export async function checkPhone({
  typed,
  callingCode,
  country,
}: EnteredPhone): Promise<CheckedPhone> {
  const text = normalise(typed);
  if (text === '') return { status: 'missing' };
  const { parsePhone } = await loadPhoneNumbers();
  const complete = text.startsWith('+') || country !== null ? text : `+${callingCode}${text}`;
  const number = parsePhone(complete, country ?? '');
  if (number === null) return { status: 'malformed' };
  return {
    status: 'valid',
    e164: number.e164,
    national: number.national,
    callingCode: number.callingCode,
    country: number.country,
  };
}

/**
 * Whether a change inserted more than two characters into a field, which means a paste or autofill. While the user
 * edits the number, the app changes the chosen country only after such an input.
 */
export function isPasted(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return after.length - start - end > 2;
}

/** Whether a number contains its calling code. If it does, the app must not add the code again. */
export function hasCallingCode(typed: string): boolean {
  return normalise(typed).startsWith('+');
}
