import { ProblemError } from '../http/problem.ts';

const minuteMs = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const key = zoneKey(timeZone);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(key, made);
  return made;
}

/** The key of a zone in caches. It is needed because callers may use upper or lower case in the name. */
export function zoneKey(timeZone: string): string {
  return timeZone.toLowerCase();
}

/** Whether the time zone database has this name. Offsets such as `+05:00` are not accepted. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatIn(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** @throws {ProblemError} `invalidInput` for a zone that is not in the time zone database. */
export function requireZone(timeZone: string): void {
  if (!isTimeZone(timeZone)) throw new ProblemError('invalidInput', { fields: ['query.timeZone'] });
}

/** The offset of a zone from UTC at a moment, in milliseconds. It is positive east of Greenwich. */
export function offsetAt(at: number, timeZone: string): number {
  const parts = formatIn(timeZone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(at / 1000) * 1000;
}

/**
 * Returns the start of a calendar day in a time zone. `month` counts from 1. `month` and `day` may be out of their
 * ranges, such as day 0.
 */
export function startOfDay(year: number, month: number, day: number, timeZone: string): Date {
  const utc = Date.UTC(year, month - 1, day);
  // The offset at the real start may differ from the offset at the first guess.
  const guess = utc - offsetAt(utc, timeZone);
  const offset = offsetAt(guess, timeZone);
  const start = utc - offset;
  // If the clocks skip midnight, both guesses are wrong. Then the day begins at the later guess.
  return new Date(offsetAt(start, timeZone) === offset ? start : Math.max(guess, start));
}

/** Returns the start, in a time zone, of the day that is `later` days after a day such as `2026-11-23`. */
export function dayStart(day: string, timeZone: string, later = 0): Date {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return startOfDay(year, month, date + later, timeZone);
}

/**
 * Returns the next moment after `now` at which it is this many minutes after midnight by the clocks of a time zone. If
 * the clocks show this time of day twice, the first time counts. If they skip it, the result is the moment at which the
 * clocks would show it if they had not changed.
 */
export function nextTimeOfDay(now: Date, minutes: number, timeZone: string): Date {
  const local = new Date(now.getTime() + offsetAt(now.getTime(), timeZone));
  for (let day = local.getUTCDate(); ; day++) {
    const utc = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), day, 0, minutes);
    const at = momentOf(utc, timeZone);
    if (at > now.getTime()) return new Date(at);
  }
}

/**
 * Returns the moment at which the clocks of a time zone show a date and time. `utc` is the moment
 * at which clocks in UTC show the same date and time.
 */
function momentOf(utc: number, timeZone: string): number {
  const dayMs = 24 * 60 * minuteMs;
  const former = utc - offsetAt(utc - dayMs, timeZone);
  const later = utc - offsetAt(utc + dayMs, timeZone);
  const isShown = (at: number) => at + offsetAt(at, timeZone) === utc;
  return isShown(former) || !isShown(later) ? former : later;
}

/** Formats a moment in a time zone, such as `2026-11-20T13:05:00-06:00`. Spreadsheets can read this format. */
export function isoInZone(at: string | Date, timeZone: string): string {
  const time = new Date(at).getTime();
  const offset = offsetAt(time, timeZone);
  const minutes = Math.round(Math.abs(offset) / minuteMs);
  const two = (value: number) => String(value).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  const local = new Date(time + offset).toISOString().slice(0, 19);
  return `${local}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
