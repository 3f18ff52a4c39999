import { layoutText, readLayout } from '../../../../contract/rules/places/cabinetLayout.ts';
import { parseStationId, stationIdLength } from '../../../../contract/rules/places/stationId.ts';
import { OpeningHoursError } from '../../gbfs/openingHours.ts';
import type { Draft } from './entry.ts';

/** The maximum length of texts, in characters. The app and the labels have no space for longer texts. */
export const maxLength = {
  name: 100,
  address: 200,
  floor: 100,
  hint: 300,
  photo: 500,
  source: 300,
};
const maxSlots = 1000;

/**
 * Control characters, lone surrogates, all line breaks, and characters that change the direction of the
 * text.
 */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** Reads the fields of one row and collects their errors. */
export class Fields {
  readonly problems: string[] = [];

  /** Reads a text without the spaces around it. The result is empty if the text is refused. */
  text(field: keyof typeof maxLength, value: string): string {
    const text = value.trim().normalize('NFC');
    if (unprintable.test(text)) {
      this.refuse(`${field} ${quoted(text)} has a line break or another control character`);
      return '';
    }
    const characters = Array.from(text).length;
    if (characters > maxLength[field]) {
      this.refuse(
        `${field} has ${characters} characters, but at most ${maxLength[field]} are allowed`,
      );
      return '';
    }
    return text;
  }

  name(value: string): string {
    const before = this.problems.length;
    const name = this.text('name', value);
    if (name === '' && this.problems.length === before) this.refuse('the name is missing');
    return name;
  }

  photo(value: string): string | null {
    const photo = this.text('photo', value);
    if (photo === '') return null;
    const isOwn = /^\/(?!\/)/.test(photo);
    if (!isOwn && !(URL.canParse(photo) && new URL(photo).protocol === 'https:')) {
      this.refuse(`photo ${quoted(photo)} is not an address that begins with https:// or /`);
    }
    return photo;
  }

  /** Reads the source of a station from another system: the name of the system and the id there. */
  source(value: string): string | null {
    const source = this.text('source', value);
    if (source === '') return null;
    if (!/^[^/]+\/./.test(source))
      this.refuse(`source ${quoted(source)} is not of the form system/station_id`);
    return source;
  }

  ownId(value: string): string {
    const id = parseStationId(value);
    if (id !== null) return id;
    const plain = value.replace(/[\s-]/g, '').toUpperCase();
    this.refuse(
      /^[2-9A-HJKMNP-TV-Z]+$/.test(plain) && plain.length === stationIdLength
        ? `the check character of id ${quoted(value)} is wrong: one of its characters is mistyped`
        : `id ${quoted(value)} is invalid: expected seven characters of 2–9 and A–Z without I, L, O and U`,
    );
    return '';
  }

  position(lat: number | null, lng: number | null): { lat: number; lng: number } {
    const position = { lat: toCentimetre(lat ?? 0), lng: toCentimetre(lng ?? 0) };
    if (lat === null || lng === null) return position;
    const outOfRange = Math.abs(lat) > 90 || Math.abs(lng) > 180;
    if (outOfRange) {
      const swapped = Math.abs(lat) <= 180 && Math.abs(lng) <= 90;
      this.refuse(
        `position ${lat}, ${lng} is not on earth${swapped ? ': are latitude and longitude swapped?' : ''}`,
      );
    } else if (Math.abs(lat) < 0.001 && Math.abs(lng) < 0.001) {
      this.refuse('position 0, 0 is in the sea: the actual position is missing');
    }
    return position;
  }

  /** Parses a number; null if the text is not a number. */
  degrees(field: string, value: string): number | null {
    const text = value.trim();
    if (text === '') this.refuse(`${field} is missing`);
    else if (/^[+-]?\d+,\d+$/.test(text)) {
      this.refuse(`${field} ${quoted(text)} has a comma: write ${text.replace(',', '.')}`);
    } else if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) {
      this.refuse(`${field} ${quoted(text)} is not a number`);
    } else return Number(text);
    return null;
  }

  slots(value: number): number {
    if (Number.isInteger(value) && value >= 0 && value <= maxSlots) return value;
    this.refuse(`slots ${value} is not a whole number from 0 to ${maxSlots}`);
    return 0;
  }

  /**
   * Reads the arrangement of the slots, such as `4x2`: four rows of two slots. The result is null if the text is empty
   * or refused.
   */
  layout(value: string): string | null {
    if (value === '') return null;
    const layout = readLayout(value.toLowerCase().replace(/\s*[x×]\s*/, 'x'));
    if (layout) return layoutText(layout);
    this.refuse(`layout ${quoted(value)} is not of the form ROWSxCOLUMNS, such as 4x2`);
    return null;
  }

  timeZone(value: string): string {
    if (!isTimeZone(value)) {
      this.refuse(`time zone ${quoted(value)} is unknown: expected a name such as America/Chicago`);
    }
    return value;
  }

  /**
   * Runs `read`. If `read` throws an `OpeningHoursError`, the error becomes a problem of `field`.
   */
  hours<T>(field: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof OpeningHoursError)) throw error;
      this.refuse(`${field}: ${error.message}`);
      return undefined;
    }
  }

  refuse(problem: string): void {
    this.problems.push(problem);
  }
}

/** A value of a file, for use in a message: short, and without terminal control characters. */
export function quoted(value: string): string {
  const characters = Array.from(value);
  const short = characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : value;
  return `"${short.replace(new RegExp(unprintable, 'gu'), '?')}"`;
}

/** Rounds degrees to seven decimals, because the database cannot compute with values extremely close to zero. */
export function toCentimetre(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7 + 0;
}

const offsets = new Map<string, number | null>();

/** The hours that a zone is ahead of UTC in January; null for an unknown zone. */
function offsetOf(timeZone: string): number | null {
  const known = offsets.get(timeZone);
  if (known !== undefined) return known;
  const offset = readOffset(timeZone);
  // The size of the cache is limited, because an invalid file may contain many values.
  if (offsets.size < 1000) offsets.set(timeZone, offset);
  return offset;
}

function readOffset(timeZone: string): number | null {
  // `Intl` accepts names in any letter case, and also accepts offsets such as `+05:00`. Other
  // software accepts neither, so refuse both here.
  if (!/^(UTC|[A-Z][A-Za-z_]+(\/[A-Z][\w+-]*)+)$/.test(timeZone)) return null;
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    const name = format
      .formatToParts(new Date('2026-01-15T12:00:00Z'))
      .find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign = '+', hours = '0', minutes = '0'] =
      /GMT([+-])(\d+):(\d+)/.exec(name ?? '') ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function isTimeZone(value: string): boolean {
  return offsetOf(value) !== null;
}

/**
 * Whether latitude and longitude are obviously swapped: the position is far from its time zone, and the swapped
 * position is near the zone. A check of the ranges is not enough, because swapped values are often valid, too.
 */
export function looksSwapped({ lat, lng }: Draft, timeZone: string): boolean {
  const offset = offsetOf(timeZone);
  // UTC belongs to no position, so it cannot show whether the values are swapped.
  if (offset === null || /^(UTC|Etc)\b/.test(timeZone) || Math.abs(lng) > 90) return false;
  const away = (longitude: number) => {
    const difference = Math.abs(longitude - offset * 15) % 360;
    return Math.min(difference, 360 - difference);
  };
  return away(lng) > 45 && away(lat) < 30;
}
