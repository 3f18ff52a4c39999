import type { Money } from '../../../contract/money.ts';
import { formattingLocale } from '../../../contract/rules/format/formattingLocale.ts';

/** An amount cut up as the screens draw it: `-`, `$`, `1,234`, `00`. */
export interface MoneyParts {
  minus: '-' | '';
  /** The currency's sign, or its code where it has none. */
  sign: string;
  /** Whole units, grouped as in English. */
  int: string;
  /** Always two digits, or as many as the currency has more. */
  dec: string;
}

const formats = new Map<string, Intl.NumberFormat>();

function format(language: string, currency: string): Intl.NumberFormat | null {
  const key = `${language} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  try {
    const made = new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    });
    formats.set(key, made);
    return made;
  } catch (error) {
    // The only thing that Intl refuses here is a currency that is not three letters.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const manners = new Map<string, { digits: number; sign: string }>();

/** How the screens write a currency; a list of amounts asks for the same one each time. */
function manner(currency: string): { digits: number; sign: string } {
  const known = manners.get(currency);
  if (known) return known;
  const currencyFormat = format('en-US', currency);
  const made = {
    digits: currencyFormat?.resolvedOptions().maximumFractionDigits ?? 2,
    sign:
      currencyFormat?.formatToParts(0).find((part) => part.type === 'currency')?.value ?? currency,
  };
  manners.set(currency, made);
  return made;
}

/** Cuts an amount in minor units into parts; anything that is not a number becomes `00.00`. */
export function splitMoney(value: { amount: unknown; currency: string }): MoneyParts {
  const { digits, sign } = manner(value.currency);
  if (typeof value.amount !== 'number' || !Number.isFinite(value.amount)) {
    return { minus: '', sign, int: '00', dec: '00' };
  }
  const unit = 10 ** digits;
  const amount = Math.abs(Math.round(value.amount));
  return {
    minus: value.amount < 0 && amount > 0 ? '-' : '',
    sign,
    int: Math.floor(amount / unit).toLocaleString('en-US'),
    dec:
      digits === 0
        ? '00'
        : String(amount % unit)
            .padStart(digits, '0')
            .padEnd(2, '0'),
  };
}

/** An amount as the screens write it in running text, the same in every language: `$1,234.00`. */
export function formatMoney(value: { amount: unknown; currency: string }): string {
  const { minus, sign, int, dec } = splitMoney(value);
  return `${minus}${sign}${int}.${dec}`;
}

/** An amount as a screen reader should say it in a language. */
export function spokenMoney(value: Money, language: string): string {
  const currencyFormat = format(formattingLocale(language), value.currency);
  if (!currencyFormat || !Number.isFinite(value.amount)) return formatMoney(value);
  const digits = currencyFormat.resolvedOptions().maximumFractionDigits ?? 2;
  return currencyFormat.format(value.amount / 10 ** digits);
}
