import type { Config } from '../../../contract/config.ts';
import type { Fact } from '../../../contract/rules/firstScreen/stationSheet.ts';
import type { Station, StationTile } from '../../../contract/stations.ts';

/** Data that the page contains, or that was stored at the last visit. */
export interface StartData {
  config: Config;
  tiles: StationTile[];
  station: Station | null;
}

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
  /** The price of the linked station. */
  price: SavedPrice | null;
}

export const lastVisitKey = 'lastHome';

/**
 * Returns whether the configuration has `map.directionsUrl`, which painting needs. The data of an
 * old version of the app lacks this field, and is not shown.
 */
function hasWebMap(config: unknown): boolean {
  if (typeof config !== 'object' || config === null || !('map' in config)) return false;
  const { map } = config;
  return typeof map === 'object' && map !== null && 'directionsUrl' in map;
}

function isStartData(value: unknown): value is StartData {
  return (
    typeof value === 'object' &&
    value !== null &&
    'config' in value &&
    hasWebMap(value.config) &&
    'tiles' in value &&
    Array.isArray(value.tiles) &&
    'station' in value
  );
}

function parse(text: string | null): StartData | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isStartData(value) ? value : null;
  } catch (error) {
    // The text was truncated or written by another version of the app. Treat it as missing.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Returns the data that the page contains. It is fresh, so the app does not request it again. */
export function readPageData(): StartData | null {
  return parse(document.getElementById('early')?.textContent ?? null);
}

/** Returns the time zone offsets of the last visit. Old versions of the app stored no offsets. */
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
 * Returns the data of the last visit. The app shows this data at once and then requests it again.
 */
export function readLastVisit(): StartData | null {
  return parse(readStored(lastVisitKey));
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
