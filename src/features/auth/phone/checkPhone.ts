import { loadPhoneNumbers } from '../../../lib/format/phone.ts';

export interface EnteredPhone {
  /** As typed, in any notation. */
  typed: string;
  /** Calling code of the chosen country, digits only. */
  callingCode: string;
  /** ISO 3166 code of the chosen country, if one is chosen. */
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
 * Normalises the input: people write 00 for the plus sign, Chinese keyboards produce full-width
 * digits, contacts contain invisible direction marks, and links start with `tel:`.
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
 * Whether the new content of a field was pasted or autofilled rather than typed: only then may the
 * country change without the person's choice.
 */
export function isPasted(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return after.length - start - end > 2;
}

/** Whether a number contains its calling code, so that it must not be added again. */
export function hasCallingCode(typed: string): boolean {
  return normalise(typed).startsWith('+');
}
