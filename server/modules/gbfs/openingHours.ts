import type { OpeningHours } from '../../../contract/stations.ts';

/** The days from Monday on, with the abbreviations of OpenStreetMap's `opening_hours`. */
const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;
const allDay = '00:00-24:00';

/** The error for a text that cannot be parsed. `message` contains the reason in plain English. */
export class OpeningHoursError extends Error {
  override readonly name = 'OpeningHoursError';
}

/** Formats hours in OpenStreetMap's syntax: `24/7`, `Mo-Fr 09:00-17:00; Sa 10:00-14:00`, `off`. */
export function toOsmHours(hours: OpeningHours): string {
  if (hours.every((entry) => entry === allDay)) return '24/7';
  const rules: { first: number; last: number; entry: string }[] = [];
  for (const [day, entry] of hours.entries()) {
    if (entry === null) continue;
    const rule = rules.at(-1);
    if (rule?.entry === entry && rule.last === day - 1) rule.last = day;
    else rules.push({ first: day, last: day, entry });
  }
  if (rules.length === 0) return 'off';
  return rules
    .map(({ first, last, entry }) => {
      const range = first === last ? days[first] : `${days[first]}-${days[last]}`;
      return `${range} ${entry}`;
    })
    .join('; ');
}

/**
 * Parses a subset of OpenStreetMap's syntax: days with one period each. As in the full syntax, a later rule replaces
 * earlier rules for its days.
 *
 * @throws {OpeningHoursError}
 */
export function fromOsmHours(text: string): OpeningHours {
  const trimmed = text.trim();
  if (trimmed === '') throw new OpeningHoursError('it is empty');
  if (trimmed === '24/7') return days.map(() => allDay);
  const hours: OpeningHours = days.map(() => null);
  for (const rule of trimmed.replace(/;$/, '').split(';')) {
    const { when, entry } = readRule(rule.trim());
    for (const day of when) hours[day] = entry;
  }
  return hours;
}

function readRule(rule: string): { when: number[]; entry: string | null } {
  if (rule === '') throw new OpeningHoursError('a rule between two semicolons is empty');
  if (/\b(PH|SH|easter)\b/i.test(rule)) {
    throw new OpeningHoursError(`"${rule}" is about holidays, which are not supported`);
  }
  if (/"|\|\||\bunknown\b/i.test(rule)) {
    throw new OpeningHoursError(`"${rule}" has a comment or a fallback, which are not supported`);
  }
  const [, daysText = '', timesText = ''] =
    /^((?:[A-Z][a-z](?![a-z])[\s,-]*)*)(.*)$/.exec(rule) ?? [];
  const when = daysText.trim() === '' ? days.map((_, day) => day) : readDays(daysText.trim());
  return { when, entry: readTimes(timesText.trim(), rule) };
}

function readDays(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [from = '', to = from, ...more] = part.trim().split(/\s*-\s*/);
    const first = days.findIndex((day) => day === from);
    const last = days.findIndex((day) => day === to);
    if (first < 0 || last < 0 || more.length > 0) {
      throw new OpeningHoursError(`"${part.trim()}" is no day and no range of days such as Mo-Fr`);
    }
    // A range such as `Fr-Mo` continues after the end of the week.
    const length = ((last - first + 7) % 7) + 1;
    return Array.from({ length }, (_, offset) => (first + offset) % 7);
  });
}

function readTimes(text: string, rule: string): string | null {
  if (/^(off|closed)$/i.test(text)) return null;
  if (text === '' || text === '24/7') return allDay;
  if (text.includes(',')) {
    throw new OpeningHoursError(
      `"${rule}" opens twice on a day; only one time per day is supported`,
    );
  }
  const match = /^(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})$/.exec(text);
  if (!match) throw new OpeningHoursError(`"${rule}" is not of the form Mo-Fr 09:00-17:00`);
  const [, startHour = '', startMinute = '', endHour = '', endMinute = ''] = match;
  // An end after midnight may be written as 18:00-02:00 or as 18:00-26:00. The end is at most a day
  // after the start.
  const startsAt = Number(startHour) * 60 + Number(startMinute);
  const endsAt = Number(endHour) * 60 + Number(endMinute);
  const isNextDay = endsAt > 1440 && endsAt <= 1440 + startsAt;
  const hour = Number(endHour) - (isNextDay ? 24 : 0);
  const two = (value: string | number) => String(value).padStart(2, '0');
  const start = `${two(startHour)}:${startMinute}`;
  return readEntry(`${start}-${two(hour)}:${endMinute}`);
}

/**
 * Parses the period of one day, `start-end`, and returns it in the format of the contract.
 *
 * @throws {OpeningHoursError}
 */
export function readEntry(text: string): string {
  const match = /^(\d{2}):(\d{2})-(\d{2}):(\d{2})$/.exec(text);
  if (!match) {
    throw new OpeningHoursError(
      `"${text}" is not of the form 09:00-17:00 (closed: leave it empty)`,
    );
  }
  const [startHour = 0, startMinute = 0, endHour = 0, endMinute = 0] = match.slice(1).map(Number);
  const start = startHour * 60 + startMinute;
  const end = endHour * 60 + endMinute;
  if (startMinute > 59 || endMinute > 59 || start >= 1440 || end > 1440) {
    throw new OpeningHoursError(`"${text}" has a time that does not exist`);
  }
  if (start === end) {
    throw new OpeningHoursError(`"${text}" ends when it starts (open all day: ${allDay})`);
  }
  return text;
}
