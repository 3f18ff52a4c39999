import { formatDateTime, joinHalf } from '../../../lib/format/time.ts';

/** Formats a time in a time zone. Returns null if this browser does not support the zone. */
function formatIn(timeZone: string, at: string, names: 'short' | undefined): string | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
      timeZone,
      timeZoneName: names,
    });
    return joinHalf(format.format(new Date(at)));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Formats a time in a time zone, such as `Dec 1, 2026, 12:00 AM`. If the time differs on this device, the text contains
 * the zone: `Dec 1, 2026, 12:00 AM CST`. If this browser does not support the zone, the text has the time of this
 * device.
 */
export function formatInZone(at: string, timeZone: string): string {
  const here = formatDateTime(at);
  const there = formatIn(timeZone, at, undefined);
  if (there === null || there === here) return here;
  return formatIn(timeZone, at, 'short') ?? here;
}
