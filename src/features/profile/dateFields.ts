import type { CalendarDay } from '../../../contract/signIn/auth.ts';
import { formattingLocale } from '../../../contract/rules/format/formattingLocale.ts';
import type { DateDraft } from '../../lib/storage/drafts.ts';

/** The fields of an empty date. */
const empty: DateDraft = { month: '', day: '', year: '' };

export function writeDate(date: CalendarDay | null): DateDraft {
  if (date === null) return empty;
  return { month: String(date.month), day: String(date.day), year: String(date.year) };
}

/** Reads a number. Accepts full-width digits, which Chinese keyboards produce. */
function readNumber(text: string): number | null {
  const plain = text.normalize('NFKC').trim();
  return /^\d+$/.test(plain) ? Number(plain) : null;
}

/** Reads a date. Returns null if a part is missing or is not a number. */
export function readDate(typed: DateDraft): CalendarDay | null {
  const month = readNumber(typed.month);
  const day = readNumber(typed.day);
  const year = readNumber(typed.year);
  return month === null || day === null || year === null ? null : { month, day, year };
}

/** Returns the current day in UTC, because the server also uses UTC. */
export function today(): CalendarDay {
  const now = new Date();
  return { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1, day: now.getUTCDate() };
}

/**
 * Returns the short names of the months. With long names, the three fields would not fit on one line of the
 * smallest phone.
 */
export function monthNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(formattingLocale(language), {
    month: 'short',
    timeZone: 'UTC',
  });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month)));
}

const parts = ['month', 'day', 'year'] as const satisfies (keyof DateDraft)[];
export type DatePart = (typeof parts)[number];

/** The parts of a date in the order of the language. */
export function dateParts(language: string): DatePart[] {
  return new Intl.DateTimeFormat(formattingLocale(language))
    .formatToParts()
    .flatMap(({ type }) => parts.find((part) => part === type) ?? []);
}
