import type { OpeningHours } from '../../../contract/stations.ts';

export type OpenState =
  | { open: true; allDay: true }
  /** Minutes after midnight at the station; `until` may lie past midnight. */
  | { open: true; allDay: false; until: number }
  | { open: false; opensAt: number | null };

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const day = 1440;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Weekday (Monday is 0) and minute of the day at the station. */
function localTime(now: number, timeZone: string): { weekday: number; minute: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return {
    weekday: Math.max(0, weekdays.indexOf(part('weekday'))),
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

/** Start and end in minutes of the day on which the entry begins; the end may lie past midnight. */
function span(entry: string | null | undefined): { start: number; end: number } | null {
  if (entry === null || entry === undefined) return null;
  const [from = '', to = ''] = entry.split('-');
  const start = minutesOf(from);
  const end = minutesOf(to);
  return { start, end: end <= start ? end + day : end };
}

/** Whether a station's venue is open at this moment (milliseconds since the epoch). */
export function openState(hours: OpeningHours, timeZone: string, now: number): OpenState {
  const { weekday, minute } = localTime(now, timeZone);
  const yesterday = span(hours[(weekday + 6) % 7]);
  if (yesterday && minute + day < yesterday.end) {
    return { open: true, allDay: false, until: yesterday.end - day };
  }
  const today = span(hours[weekday]);
  if (!today) return { open: false, opensAt: null };
  if (today.start === 0 && today.end === day) return { open: true, allDay: true };
  if (minute < today.start) return { open: false, opensAt: today.start };
  if (minute < today.end) return { open: true, allDay: false, until: today.end };
  return { open: false, opensAt: null };
}

/** `9:00 AM` of the station's own day, in every language. */
export function formatMinuteOfDay(minute: number): string {
  return new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZone: 'UTC',
  })
    .format((minute % day) * 60_000)
    .replace(/[\u00A0\u202F\u2009]/g, ' ');
}
