/// <reference lib="esnext.temporal" />
import type { OpeningHours } from '../../stations.ts';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** The length of a day in minutes. */
export const day = 1440;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Formats are cached, because creating a format is slow, and a list needs formats for twenty stations at once. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}

/** Weekday (Monday is 0) and minute of the day at the station. */
export interface LocalTime {
  weekday: number;
  minute: number;
}

/** Returns the local time in a time zone. @param now milliseconds since the epoch. */
export function localTime(now: number, timeZone: string): LocalTime {
  // Temporal is preferred, because the first format of Intl on a page takes a tenth of a second on a slow
  // device. Some browsers have no Temporal.
  if (typeof Temporal !== 'undefined') {
    const { dayOfWeek, hour, minute } =
      Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
    return { weekday: dayOfWeek - 1, minute: hour * 60 + minute };
  }
  const parts = formatIn(timeZone).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return {
    weekday: Math.max(0, weekdays.indexOf(part('weekday'))),
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

/**
 * Returns the start and the end of an entry such as `18:00-02:00`, in minutes after midnight. If the end is on the next
 * day, it includes the minutes of the first day. If there is no entry, the venue
 * is closed on this day, and the result is null.
 */
export function span(entry: string | null | undefined): { start: number; end: number } | null {
  if (entry === null || entry === undefined) return null;
  const [from = '', to = ''] = entry.split('-');
  const start = minutesOf(from);
  const end = minutesOf(to);
  return { start, end: end <= start ? end + day : end };
}

/**
 * Whether a venue is open at this time (milliseconds since the epoch). Riders can use the cabinet
 * only while the venue is open.
 */
export function isOpenNow(
  { hours, timeZone }: { hours: OpeningHours; timeZone: string },
  now: number,
): boolean {
  return isOpenAt(hours, localTime(now, timeZone));
}

/**
 * Returns first the stations for which `isFirst` is true, then the others. Within each group, the order does not
 * change.
 */
export function putFirst<Place>(
  places: readonly Place[],
  isFirst: (place: Place) => boolean,
): Place[] {
  const [first, others]: [Place[], Place[]] = [[], []];
  for (const place of places) (isFirst(place) ? first : others).push(place);
  return [...first, ...others];
}

/** The same as `isOpenNow`, for callers that already have the local time. */
export function isOpenAt(hours: OpeningHours, { weekday, minute }: LocalTime): boolean {
  const yesterday = span(hours[(weekday + 6) % 7]);
  if (yesterday && minute + day < yesterday.end) return true;
  const today = span(hours[weekday]);
  return today !== null && minute >= today.start && minute < today.end;
}
