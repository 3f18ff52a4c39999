import { formattingLocale } from './formattingLocale.ts';
import { numberFormat } from './numberFormat.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/**
 * The specification requires months and years. Because a duration has no calendar, a month is 30 days, and a year is
 * 365 days.
 */
export const timeUnits = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', second],
] as const;

/**
 * Replaces no-break spaces by plain spaces. Otherwise the text would depend on the browser, because only newer browsers
 * write a narrow no-break space before AM and PM.
 */
export function plainSpaces(text: string): string {
  return text.replace(/[\u00A0\u202F\u2009]/g, ' ');
}

/**
 * Inserts a no-break space between a number and a Chinese unit, as in all other Chinese texts of
 * the product. The browser's format has no space, as in `24小时`. The function also shortens the unit
 * of seconds (秒钟) to the word in the other texts (秒).
 */
export function spaceUnits(text: string): string {
  return text.replace(/(\d)(?=\p{Script=Han})/gu, '$1\u00A0').replace('秒钟', '秒');
}

/** A number with its unit, such as `24 hours`, `24 小时` or `24 horas`. */
export function formatUnit(
  value: number,
  locale: string,
  options: Intl.NumberFormatOptions,
): string {
  const format = numberFormat(locale, { style: 'unit', unitDisplay: 'long', ...options });
  return spaceUnits(plainSpaces(format.format(value)));
}

/**
 * The largest unit of a duration, and the next smaller unit unless its number is zero, such as
 * `1 hour 42 minutes`, `1 小时 42 分钟` or `1 hora 42 minutos`.
 */
export function formatDuration(milliseconds: number, language: string): string {
  let rest = Math.max(0, Math.floor(milliseconds / second)) * second;
  const first = timeUnits.findIndex(([, size]) => rest >= size);
  const chosen = first === -1 ? timeUnits.slice(-1) : timeUnits.slice(first, first + 2);
  const parts: string[] = [];
  for (const [unit, size] of chosen) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count === 0 && parts.length > 0) continue;
    parts.push(formatUnit(count, formattingLocale(language), { unit }));
  }
  return parts.join(' ');
}
