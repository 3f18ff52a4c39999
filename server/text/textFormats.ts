import type { Money } from '../../contract/money.ts';
import { plainSpaces } from '../../contract/rules/format/duration.ts';
import { zoneKey } from '../time/timeZones.ts';

/** Replaces the `{{names}}` in a text by their values. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** Formats an amount, such as `$1,234.00`. The format is the same in every language, as in the app. */
export function moneyText({ amount, currency }: Money): string {
  const { format, digits } = moneyFormat(currency);
  return format.format(amount / 10 ** digits);
}

/** Formats an amount as a decimal number with all decimal digits: 150 is `1.50` in dollars and `150` in yen. */
export function decimalText({ amount, currency }: Money): string {
  const { digits } = moneyFormat(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

/** A tax rate in basis points as text, such as `21%` or `8.25%`. */
export function taxRateText(taxRate: number): string {
  return `${taxRate / 100}%`;
}

interface MoneyFormat {
  format: Intl.NumberFormat;
  /** The number of decimal digits of the currency. */
  digits: number;
}

/** Formatters are cached, because creating a formatter takes longer than formatting many amounts. */
const moneyFormats = new Map<string, MoneyFormat>();

function moneyFormat(currency: string): MoneyFormat {
  const known = moneyFormats.get(currency);
  if (known) return known;
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const made = { format, digits: format.resolvedOptions().maximumFractionDigits ?? 2 };
  moneyFormats.set(currency, made);
  return made;
}

/** Formats a time in a time zone, such as `Nov 20, 2026, 1:05 PM`. The format is the same in every language. */
export function dateText(at: string | Date, timeZone: string): string {
  return plainSpaces(dateFormat(timeZone).format(new Date(at)));
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(timeZone: string): Intl.DateTimeFormat {
  const key = zoneKey(timeZone);
  const known = dateFormats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone,
  });
  dateFormats.set(key, made);
  return made;
}

/** Formats a time of day in a time zone, such as `1:05 PM`. If `at` and `now` are on different days, adds the date. */
export function timeOrDateText(at: Date, now: Date, timeZone: string): string {
  const [date, time] = splitDate(at, timeZone);
  return date === splitDate(now, timeZone)[0] ? time : `${date}, ${time}`;
}

function splitDate(at: Date, timeZone: string): [date: string, time: string] {
  const text = dateText(at, timeZone);
  const comma = text.lastIndexOf(', ');
  return [text.slice(0, comma), text.slice(comma + 2)];
}
