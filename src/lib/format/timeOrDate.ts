import { formatDateTime, formatTime } from './time.ts';

/** Formats a time in milliseconds, such as `1:05 PM`. If it is not on the same day as `now`, the date comes first. */
export function formatTimeOrDate(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? formatTime(at) : formatDateTime(at);
}
