import { isoInZone } from '../../time/timeZones.ts';
import { OpsError } from '../operators/opsError.ts';

const dayMs = 24 * 60 * 60_000;
const longestDays = 366;

/** The date of the day before `now` in this time zone. */
export function dayBefore(now: Date, timeZone: string): string {
  const today = Date.parse(isoInZone(now, timeZone).slice(0, 10));
  return new Date(today - dayMs).toISOString().slice(0, 10);
}

/** All days from `from` to `to`, including both. @throws {OpsError} periodInvalid. */
export function daysBetween(from: string, to: string): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (count < 1 || count > longestDays) {
    throw new OpsError('periodInvalid', `The period must have from 1 to ${longestDays} days.`);
  }
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  );
}
