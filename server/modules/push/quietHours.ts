import type { NotificationSettings } from '../../../contract/notifications.ts';

type QuietHours = NonNullable<NotificationSettings['quietHours']>;

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/**
 * The first minute after `now` that is outside the quiet hours. The clock of `timeZone` decides.
 * The result is null if `now` is outside the quiet hours. When clocks change, quiet hours become
 * shorter or longer.
 */
export function quietUntil({ from, to, timeZone }: QuietHours, now: Date): Date | null {
  const clock = wallClock(timeZone);
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const isQuiet = (at: number) => {
    const shown = minuteOfDay(clock(at));
    return start <= end ? shown >= start && shown < end : shown >= start || shown < end;
  };
  let at = Math.floor(now.getTime() / minuteMs) * minuteMs;
  if (!isQuiet(at)) return null;
  while (isQuiet(at)) {
    const shown = minuteOfDay(clock(at));
    const left = (end - shown + dayMinutes) % dayMinutes || dayMinutes;
    const next = at + left * minuteMs;
    at = offset(clock, next) === offset(clock, at) ? next : changeBetween(clock, at, next);
  }
  return new Date(at);
}

/** Returns the local time at an instant, as if the local time were UTC. */
type WallClock = (at: number) => number;

function wallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  };
}

/** The minute of the clock change between two instants with different offsets. */
function changeBetween(clock: WallClock, before: number, after: number): number {
  let [low, high] = [before, after];
  while (high - low > minuteMs) {
    const middle = low + Math.floor((high - low) / minuteMs / 2) * minuteMs;
    if (offset(clock, middle) === offset(clock, before)) low = middle;
    else high = middle;
  }
  return high;
}

function offset(clock: WallClock, at: number): number {
  return clock(at) - at;
}

function minuteOfDay(shown: number): number {
  return (shown / minuteMs) % dayMinutes;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
