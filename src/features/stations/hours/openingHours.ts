import { day, localTime, span } from '../../../../contract/rules/places/openNow.ts';
import type { OpeningHours } from '../../../../contract/stations.ts';
import { formattingLocale } from '../../../../contract/rules/format/formattingLocale.ts';

export type OpenState =
  | { open: true; allDay: true }
  /**
   * `until` is in minutes after midnight at the station. The value is more than a day if the venue closes
   * after the next midnight.
   */
  | { open: true; allDay: false; until: number }
  | { open: false; opens: Opening | null };

/** The next opening of a closed venue within a week. */
interface Opening {
  /** The number of days until the opening. The value 0 is today. */
  inDays: number;
  /** The weekday. Monday is 0. */
  weekday: number;
  /** Minutes after midnight at the station. */
  minute: number;
}

const until = (minute: number): OpenState => ({ open: true, allDay: false, until: minute });

/**
 * Returns whether a station's venue is open at `now` (milliseconds since the epoch), and when it closes or
 * opens next.
 */
export function openState(hours: OpeningHours, timeZone: string, now: number): OpenState {
  const { weekday, minute } = localTime(now, timeZone);
  const yesterday = span(hours[(weekday + 6) % 7]);
  if (yesterday && minute + day < yesterday.end) {
    return until(yesterday.end - day);
  }
  const today = span(hours[weekday]);
  if (today && minute >= today.start && minute < today.end) {
    return isAllDay(today) ? { open: true, allDay: true } : until(today.end);
  }
  return { open: false, opens: nextOpening(hours, weekday, minute) };
}

function nextOpening(hours: OpeningHours, weekday: number, minute: number): Opening | null {
  // The seventh day is the same weekday as today. The loop includes it for a venue that opens only on this weekday, and
  // whose opening time today has passed.
  for (let inDays = 0; inDays <= 7; inDays++) {
    const on = (weekday + inDays) % 7;
    const hoursOf = span(hours[on]);
    if (hoursOf && (inDays > 0 || hoursOf.start > minute)) {
      return { inDays, weekday: on, minute: hoursOf.start };
    }
  }
  return null;
}

export interface DayHours {
  /** The weekday. Monday is 0. */
  weekday: number;
  isToday: boolean;
  /**
   * Minutes after midnight. `end` is more than a day if the venue closes after the next midnight. The value
   * is null on days on which the venue is closed.
   */
  hours: { start: number; end: number; allDay: boolean } | null;
}

/**
 * Returns the hours of the whole week, Monday first. `isToday` is true for the current day at the station.
 */
export function weekHours(hours: OpeningHours, timeZone: string, now: number): DayHours[] {
  const today = localTime(now, timeZone).weekday;
  return hours.map((entry, weekday) => {
    const times = span(entry);
    return {
      weekday,
      isToday: weekday === today,
      hours: times && { ...times, allDay: isAllDay(times) },
    };
  });
}

const isAllDay = ({ start, end }: { start: number; end: number }) => start === 0 && end === day;

/**
 * The formatters are cached, because creating one formatter takes longer than everything else that
 * a list renders.
 */
const weekdayFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the name of a weekday (Monday is 0) in a language, such as `Mon` or `周一`. The `long` form is
 * `Monday`.
 */
export function weekdayName(
  weekday: number,
  language: string,
  width: 'short' | 'long' = 'short',
): string {
  const key = `${language} ${width}`;
  const format =
    weekdayFormats.get(key) ??
    new Intl.DateTimeFormat(formattingLocale(language), { weekday: width, timeZone: 'UTC' });
  weekdayFormats.set(key, format);
  // 1 January 2024 was a Monday.
  return format.format(Date.UTC(2024, 0, 1 + weekday));
}

/** Formats a time of day at the station, such as `9:00 AM`. */
export function formatMinuteOfDay(minuteOfDay: number): string {
  const hour = Math.floor((minuteOfDay % day) / 60);
  const minute = String(minuteOfDay % 60).padStart(2, '0');
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}
