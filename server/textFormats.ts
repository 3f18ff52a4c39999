import type { Money } from '../contract/money.ts';
import { plainSpaces } from '../contract/rules/format/duration.ts';
import { zoneKey } from './timeZones.ts';

/** A text with its `{{names}}` filled in. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** An amount as the app writes it in text, the same in every language: `$1,234.00`. */
export function moneyText({ amount, currency }: Money): string {
  const { format, digits } = moneyFormat(currency);
  return format.format(amount / 10 ** digits);
}

/** An amount as a decimal number with all decimal places: 150 is `1.50` dollars and `150` yen. */
export function decimalText({ amount, currency }: Money): string {
  const { digits } = moneyFormat(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

interface MoneyFormat {
  format: Intl.NumberFormat;
  /** Decimal places of the minor unit. */
  digits: number;
}

/** Cached, because creating a formatter takes longer than formatting many amounts. */
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

/** `Nov 20, 2026, 1:05 PM` in the time of a zone, the same in every language. */
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
