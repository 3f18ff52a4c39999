import { offsetAt } from '../../time/timeZones.ts';

export const hourMs = 60 * 60_000;
const hoursPerDay = 24;

/** The hour of the week in a time zone, from 0 (Monday, 0:00) to 167 (Sunday, 23:00). */
export function hourOfWeek(at: Date, timeZone: string): number {
  const local = new Date(at.getTime() + offsetAt(at.getTime(), timeZone));
  const weekday = (local.getUTCDay() + 6) % 7;
  return weekday * hoursPerDay + local.getUTCHours();
}
