import { useEffect, useState } from 'react';
import { plainSpaces, timeUnits } from '../../../contract/rules/format/duration.ts';
import { formattingLocale } from '../../../contract/rules/format/formattingLocale.ts';
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
 * same in every language (section 5).
 */
export function formatDateTime(at: Instant): string {
  return plainSpaces(dateTime(new Date(at)));
}

/**
 * Formats a time of day in the time zone of the device, such as `1:05 PM`. The format is the same
 * in every language.
 */
export function formatTime(at: Instant): string {
  return plainSpaces(timeOfDay(new Date(at)));
}

/**
 * Formats the duration of a running rental in hours and minutes, such as `1:42`. Days are shown as
 * hours.
 */
export function formatElapsed(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The formats are cached, because creating one takes longer than all its calls in a list. */
const agoFormats = new Map<string, Intl.RelativeTimeFormat>();

/**
 * Formats how long ago something was, such as `5 min ago`, `hace 5 min` or `5分钟前`. The long form is
 * `5 minutes ago`. Returns null within the last minute, and for a time in the future, which a wrong
 * clock can cause.
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
  // In some versions of the locale data, abbreviations have a full stop. It is removed below.
  const count = Math.floor(milliseconds / size);
  // Twelve months of thirty days are less than a year, so show at most eleven months.
  const text = format.format(-(unit === 'month' ? Math.min(count, 11) : count), unit);
  return plainSpaces(text).replace(/\.(?= |$)/g, '');
}

/** The time of the device clock in milliseconds, updated every `intervalMs`. */
export function useNow(intervalMs: number): number {
  const [now, readAgain] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => readAgain(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
