import type { Money } from '../../money.ts';
import { formattingLocale } from './formattingLocale.ts';
import { numberFormat } from './numberFormat.ts';

/** The parts of an amount that the screens show, such as `-`, `$`, `1,234` and `00`. */
export interface MoneyParts {
  minus: '-' | '';
  /** The sign of the currency, or its code if the currency has no sign. */
  sign: string;
  /** The whole units, with commas as in English. */
  int: string;
  /** The decimal digits: at least two, or more if the currency has more. */
  dec: string;
}

/** The number format; null if the currency code does not have three letters. */
function currencyFormat(locale: string, currency: string): Intl.NumberFormat | null {
  try {
    return numberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const styles = new Map<string, { digits: number; sign: string }>();

/**
 * The number of decimal digits of a currency, and its sign. Cached, because a list of amounts needs the same currency
 * many times.
 */
function styleOf(currency: string): { digits: number; sign: string } {
  const known = styles.get(currency);
  if (known) return known;
  const format = currencyFormat('en-US', currency);
  const parts = format?.formatToParts(0);
  const made = {
    digits: format?.resolvedOptions().maximumFractionDigits ?? 2,
    sign: parts?.find((part) => part.type === 'currency')?.value ?? currency,
  };
  styles.set(currency, made);
  return made;
}

/** Splits an amount in minor units into its parts. A value that is not a number becomes `00.00`. */
export function splitMoney(value: { amount: unknown; currency: string }): MoneyParts {
  const { digits, sign } = styleOf(value.currency);
  if (typeof value.amount !== 'number' || !Number.isFinite(value.amount)) {
    return { minus: '', sign, int: '00', dec: '00' };
  }
  const unit = 10 ** digits;
  const amount = Math.abs(Math.round(value.amount));
  return {
    minus: value.amount < 0 && amount > 0 ? '-' : '',
    sign,
    int: numberFormat('en-US').format(Math.floor(amount / unit)),
    dec:
      digits === 0
        ? '00'
        : String(amount % unit)
            .padStart(digits, '0')
            .padEnd(2, '0'),
  };
}

/** An amount within a text, such as `$1,234.00`. The format is the same in every language. */
export function formatMoney(value: { amount: unknown; currency: string }): string {
  const { minus, sign, int, dec } = splitMoney(value);
  return `${minus}${sign}${int}.${dec}`;
}

/** An amount for screen readers in the given language. */
export function spokenMoney(value: Money, language: string): string {
  const format = currencyFormat(formattingLocale(language), value.currency);
  if (!format || !Number.isFinite(value.amount)) return formatMoney(value);
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(value.amount / 10 ** digits);
}
