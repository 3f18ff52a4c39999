import { loadPhoneNumbers } from '../../../lib/format/phone.ts';

export interface EnteredPhone {
  /** As typed, in any form. */
  typed: string;
  /** Calling code of the chosen country, digits only. */
  callingCode: string;
  /** ISO 3166 code of the chosen country, where one is known. */
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
 * People write 00 for the plus sign; full-width digits come from Chinese keyboards, marks of direction
 * that nobody sees from contacts, and `tel:` from links.
 */
function normalise(typed: string): string {
  const seen = typed.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return seen
    .trim()
    .replace(/^tel:\s*/i, '')
    .replace(/^00/, '+');
}

/**
 * Reads a number as it was typed. One that brings its own calling code is read by that, whatever
 * country is chosen.
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
 * Whether a field's new content was pasted or filled in rather than typed: only then may the country
 * switch under the person's hands.
 */
export function cameInOnePiece(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return after.length - start - end > 2;
}

/** Whether a number is written with its calling code, which then need not stand there twice. */
export function bringsCallingCode(typed: string): boolean {
  return normalise(typed).startsWith('+');
}
