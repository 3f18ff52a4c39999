import { isoInZone, startOfDay } from '../../timeZones.ts';
import { OpsError } from '../operators/opsError.ts';

const dayMs = 24 * 60 * 60_000;
const longestDays = 366;

/** The start of a day such as `2026-11-23`, or of the day `later` days after it. */
export function startOf(day: string, timeZone: string, later = 0): Date {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return startOfDay(year, month, date + later, timeZone);
}

/** The day before this moment. */
export function dayBefore(now: Date, timeZone: string): string {
  const today = Date.parse(isoInZone(now, timeZone).slice(0, 10));
  return new Date(today - dayMs).toISOString().slice(0, 10);
}

/** The days from the first to the last one, both included. @throws {OpsError} periodInvalid. */
export function daysBetween(from: string, to: string): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (count < 1 || count > longestDays) {
    throw new OpsError('periodInvalid', `The period must have from 1 to ${longestDays} days.`);
  }
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  );
}
