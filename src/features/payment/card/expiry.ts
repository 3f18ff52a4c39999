import type { PaymentMethod } from '../../../../contract/payment.ts';

type Expiring = Pick<PaymentMethod, 'expiryMonth' | 'expiryYear'>;

/**
 * Returns the expiry date as on the card, such as `04/29`. The text is empty for a method that does not
 * expire.
 */
export function writtenExpiry({ expiryMonth, expiryYear }: Expiring): string {
  if (expiryMonth === null || expiryYear === null) return '';
  return `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear % 100).padStart(2, '0')}`;
}

/**
 * Returns the state of a card's expiry. `soon`: the card expires at the end of this month or of the next
 * month. Null means that the card does not expire.
 */
export function expiryAt(
  { expiryMonth, expiryYear }: Expiring,
  now: number,
): 'expired' | 'soon' | 'later' | null {
  if (expiryMonth === null || expiryYear === null) return null;
  // A card is valid until the last day of its month.
  if (now >= new Date(expiryYear, expiryMonth, 1).getTime()) return 'expired';
  return now >= new Date(expiryYear, expiryMonth - 2, 1).getTime() ? 'soon' : 'later';
}

export type ExpiryProblem = 'missing' | 'wrong' | 'past';

/**
 * Parses `MM/YY`, also with a hyphen or without a separator, and with a year of four digits.
 * Returns null if the text is not such a date.
 */
export function readExpiry(typed: string): { month: number; year: number } | null {
  const match = /^(\d{1,2})\s*[/-]\s*(\d{2}|\d{4})$|^(\d{2})(\d{2}|\d{4})$/.exec(
    typed.normalize('NFKC').trim(),
  );
  if (!match) return null;
  const month = Number(match[1] ?? match[3]);
  const year = Number(match[2] ?? match[4]);
  if (month < 1 || month > 12) return null;
  return { month, year: year < 100 ? 2000 + year : year };
}

/** Returns the error of a typed expiry date, or null if the date is valid. */
export function expiryProblem(typed: string, now: number): ExpiryProblem | null {
  if (typed.trim() === '') return 'missing';
  const read = readExpiry(typed);
  if (read === null || read.year > new Date(now).getFullYear() + 50) return 'wrong';
  const { month: expiryMonth, year: expiryYear } = read;
  return expiryAt({ expiryMonth, expiryYear }, now) === 'expired' ? 'past' : null;
}

/**
 * Inserts the slash after the month while the date is typed. Changes nothing if the text was edited
 * in the middle or shortened.
 */
export function spaceExpiry(typed: string, before: string): string {
  const isTypedOn = typed.length > before.length && typed.startsWith(before);
  return isTypedOn && /^\d{2}$/.test(typed) ? `${typed}/` : typed;
}
