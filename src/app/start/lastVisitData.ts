import type { Fact } from '../../../contract/rules/firstScreen/stationSheet.ts';
import { parseStartData, type StartData } from '../../lib/page/startData.ts';

/**
 * The time zone offsets at the last visit. For each time zone, the minutes by which its local time
 * was ahead of the local time of this device.
 */
export type Ahead = Readonly<Record<string, number>>;

/**
 * A price as text. The text is stored, because it is slow to create number formats, and the first
 * frame waits for the price.
 */
export interface SavedPrice {
  language: string;
  facts: readonly Fact[];
}

/** The data that is stored at each visit. */
export interface LastVisit extends StartData {
  ahead: Ahead;
  /** The price of the linked station; null if no station is linked or its data is missing. */
  price: SavedPrice | null;
}

export const lastVisitKey = 'lastHome';

/**
 * Returns the time zone offsets of the last visit. If no valid offsets are stored, as in old
 * versions of the app, returns an empty object.
 */
export function aheadOf(visit: StartData): Ahead {
  const ahead: unknown = 'ahead' in visit ? visit.ahead : null;
  return isAhead(ahead) ? ahead : {};
}

function isAhead(value: unknown): value is Ahead {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((minutes) => typeof minutes === 'number')
  );
}

/**
 * Returns the price of the saved station. Returns null if the price is in another language, or if
 * no valid price is saved. Old versions of the app saved none.
 */
export function priceIn(visit: StartData, language: string): readonly Fact[] | null {
  const price: unknown = 'price' in visit ? visit.price : null;
  return isPrice(price) && price.language === language ? price.facts : null;
}

function isPrice(value: unknown): value is SavedPrice {
  return (
    typeof value === 'object' &&
    value !== null &&
    'language' in value &&
    'facts' in value &&
    Array.isArray(value.facts)
  );
}

/**
 * Returns the data of the last visit, or null if no valid data is stored. If the page contains no
 * data, the app shows the stored data at once and then requests it again.
 */
export function readLastVisit(): StartData | null {
  return parseStartData(readStored(lastVisitKey));
}

/**
 * Reads a stored text. Does not use `safeStorage` (lib/storage/storage.ts), because the start scripts must stay small.
 */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is blocked, so no text was stored.
    return null;
  }
}
