import type { TariffHours } from '../../../contract/operators/tariffs.ts';

/** Hours of the week as the database stores them, or null for all hours. Day 1 is Monday. */
export interface StoredHours {
  days: number[] | null;
  from_minute: number | null;
  to_minute: number | null;
}

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

export function toStoredHours(hours: TariffHours | null): StoredHours {
  if (hours === null) return { days: null, from_minute: null, to_minute: null };
  return {
    days: hours.days,
    from_minute: minuteOf(hours.from),
    to_minute: minuteOf(hours.to),
  };
}

export function presentHours({ days, from_minute, to_minute }: StoredHours): TariffHours | null {
  if (days === null || from_minute === null || to_minute === null) return null;
  return { days, from: timeOf(from_minute), to: timeOf(to_minute) };
}

/** Whether two sets of hours have a minute of the week in common. */
export function hoursOverlap(one: TariffHours, other: TariffHours): boolean {
  const others = spansOf(other);
  return spansOf(one).some(([from, to]) =>
    // Hours that begin on Sunday may end on Monday, so also compare the spans with those of the previous and the next
    // week.
    others.some(([start, end]) =>
      [-weekMinutes, 0, weekMinutes].some((shift) => from < end + shift && start + shift < to),
    ),
  );
}

/**
 * The spans of minutes after the start of Monday. If a span ends on the next Monday, its end is
 * greater than the number of minutes in a week.
 */
function spansOf({ days, from, to }: TariffHours): [from: number, to: number][] {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  return days.map((day) => {
    const midnight = (day - 1) * dayMinutes;
    return [midnight + start, midnight + end + (end < start ? dayMinutes : 0)];
  });
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function timeOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
