import { useEffect, useState } from 'react';
import { formattingLocale } from './locale.ts';

type Instant = Date | string | number;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** The spec counts months and years; a duration has no calendar, so they are 30 and 365 days. */
const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', second],
] as const;

const dateTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});
const timeOfDay = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});
const calendarDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Newer Unicode data puts a narrow no-break space before AM and PM, older data a plain one. */
function plainSpaces(text: string): string {
  return text.replace(/[\u00A0\u202F\u2009]/g, ' ');
}

/** `Nov 20, 2026, 1:05 PM` in the device's zone, in every language (section 5). */
export function formatDateTime(at: Instant): string {
  return plainSpaces(dateTime.format(new Date(at)));
}

/** `Nov 20, 2026`, a day of the calendar that no time zone moves. */
export function formatDay({ year, month, day }: { year: number; month: number; day: number }) {
  return calendarDay.format(Date.UTC(year, month - 1, day));
}

/** `1:05 PM` in the device's zone, in every language. */
export function formatTime(at: Instant): string {
  return plainSpaces(timeOfDay.format(new Date(at)));
}

/** Hours and minutes of a running rental: `1:42`; days stay hours. */
export function formatElapsed(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / minute));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The two largest units: `1 hour 42 minutes`, `1小时42分钟`, `1 hora 42 minutos`. */
export function formatDuration(milliseconds: number, language: string): string {
  let rest = Math.max(0, Math.floor(milliseconds / second)) * second;
  const first = units.findIndex(([, size]) => rest >= size);
  const chosen = first === -1 ? units.slice(-1) : units.slice(first, first + 2);
  const parts: string[] = [];
  for (const [unit, size] of chosen) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count === 0 && parts.length > 0) continue;
    const format = new Intl.NumberFormat(formattingLocale(language), {
      style: 'unit',
      unit,
      unitDisplay: 'long',
    });
    parts.push(plainSpaces(format.format(count)));
  }
  return parts.join(language.startsWith('zh') ? '' : ' ');
}

/**
 * How long ago: `5 min ago`, `hace 5 min`, `5分钟前`; null within the last minute, and for what a
 * clock that is off puts in the future.
 */
export function formatAgo(milliseconds: number, language: string): string | null {
  const found = units.find(([, size]) => milliseconds >= size);
  if (found === undefined || found[0] === 'second') return null;
  const [unit, size] = found;
  const format = new Intl.RelativeTimeFormat(formattingLocale(language), {
    numeric: 'always',
    style: 'short',
  });
  // The abbreviations of some versions of the data end in a full stop.
  const text = format.format(-Math.floor(milliseconds / size), unit);
  return plainSpaces(text).replace(/\.(?= |$)/g, '');
}

/** The device's clock in milliseconds, read again every `intervalMs`. */
export function useNow(intervalMs: number): number {
  const [now, readAgain] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => readAgain(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
