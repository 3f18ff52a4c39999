import { useEffect, useState } from 'react';
import { plainSpaces, spaceUnits, timeUnits } from '../../../contract/rules/format/duration.ts';
import { formattingLocale } from '../../../contract/rules/format/formattingLocale.ts';
import { every } from '../device/heartbeat.ts';
import { dateFormat } from './dateFormat.ts';

type Instant = Date | string | number;

const dateTime = dateFormat({
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});
const timeOfDay = dateFormat({ hour: 'numeric', minute: '2-digit', hour12: true });

/**
 * Formats a time in the time zone of the device, such as `Nov 20, 2026, 1:05 PM`. The format is the
 * same in every language (section 5 of the specification). A line cannot break before AM or PM.
 */
export function formatDateTime(at: Instant): string {
  return joinHalf(dateTime(new Date(at)));
}

/**
 * Formats a time of day in the time zone of the device, such as `1:05 PM`. The format is the same
 * in every language. A line cannot break before AM or PM.
 */
export function formatTime(at: Instant): string {
  return joinHalf(timeOfDay(new Date(at)));
}

/** Gives the text of a time the same spaces in every browser, and keeps AM and PM on the line of the time. */
export const joinHalf = (text: string) => plainSpaces(text).replace(/ (?=[AP]M)/, '\u00A0');

/**
 * Formats the duration of a running rental: hours and minutes, such as `1:42`, and seconds, such as `:07`.
 * Days are included as hours.
 */
export function formatElapsed(milliseconds: number): { minutes: string; seconds: string } {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (value: number) => String(value % 60).padStart(2, '0');
  return {
    minutes: `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60))}`,
    seconds: `:${two(seconds)}`,
  };
}

/** The formats are cached, because creating a format takes longer than all its calls in a list. */
const agoFormats = new Map<string, Intl.RelativeTimeFormat>();

/**
 * Formats the age of an event, such as `5 min ago`, `hace 5 min` or `5 分钟前`. The long form is `5
 * minutes ago`. Returns null if the age is below a minute. Also returns null for a time in the
 * future, because a wrong clock can cause such a time.
 */
export function formatAgo(
  milliseconds: number,
  language: string,
  style: 'short' | 'long' = 'short',
): string | null {
  const found = timeUnits.find(([, size]) => milliseconds >= size);
  if (found === undefined || found[0] === 'second') return null;
  const [unit, size] = found;
  const key = `${language} ${style}`;
  const format =
    agoFormats.get(key) ??
    new Intl.RelativeTimeFormat(formattingLocale(language), { numeric: 'always', style });
  agoFormats.set(key, format);
  // In some versions of the locale data, abbreviations end with a full stop. The code below removes
  // it.
  const count = Math.floor(milliseconds / size);
  // Twelve months of thirty days are less than a year, so show at most eleven months.
  const text = format.format(-(unit === 'month' ? Math.min(count, 11) : count), unit);
  return spaceUnits(plainSpaces(text).replace(/\.(?= |$)/g, ''));
}

/**
 * Returns the time of the device clock in milliseconds, updated every `intervalMs` milliseconds while
 * the page is visible.
 */
export function useNow(intervalMs: number): number {
  const [now, readAgain] = useState(() => Date.now());
  useEffect(() => every(intervalMs, () => readAgain(Date.now())), [intervalMs]);
  return now;
}
