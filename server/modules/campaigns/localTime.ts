import { dayStart, isoInZone, offsetAt } from '../../time/timeZones.ts';

const dayMs = 24 * 3600 * 1000;
const localForm = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/;
const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Parses a time from an operator: `2026-12-24` (the first moment of the day), `2026-12-24T18:00` in
 * the given time zone, or a time with an offset, such as `2026-12-24T18:00+01:00`.
 *
 * @returns the time; if the text does not mean exactly one time, a text that contains the reason.
 */
export function readLocalTime(text: string, timeZone: string): Date | string {
  if (instantForm.test(text)) {
    const at = new Date(text);
    return Number.isNaN(at.getTime()) ? 'there is no such time' : at;
  }
  const [, date = '', time] = localForm.exec(text) ?? [];
  if (date === '') return 'expected a time such as 2026-12-24 or 2026-12-24T18:00';
  const shown = Date.parse(`${date}T${time ?? '00:00'}Z`);
  // `Date.parse` accepts February 30 as March 2, so the result must begin with the same date.
  if (Number.isNaN(shown) || !new Date(shown).toISOString().startsWith(date)) {
    return 'there is no such time';
  }
  if (time === undefined) return dayStart(date, timeZone);
  const offsets = [shown - dayMs, shown + dayMs].map((at) => offsetAt(at, timeZone));
  const instants = [...new Set(offsets)]
    .map((offset) => shown - offset)
    .filter((at) => at + offsetAt(at, timeZone) === shown);
  const [first, second] = instants;
  if (first === undefined) return `this time does not exist in ${timeZone}: the clocks skip it`;
  if (second === undefined) return new Date(first);
  const both = instants.map((at) => isoInZone(new Date(at), timeZone)).join(' or ');
  return `the clocks in ${timeZone} show that time twice: write ${both}`;
}

/** Returns the date at the time `at` in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, at: Date): string {
  return isoInZone(at, timeZone).slice(0, 10);
}

/** Returns when the day after `at` begins in a time zone. */
export function nextDay(timeZone: string, at: Date): Date {
  return dayStart(dayIn(timeZone, at), timeZone, 1);
}
