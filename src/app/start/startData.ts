import type { Config } from '../../../contract/config.ts';
import type { Fact } from '../../../contract/rules/firstScreen/stationSheet.ts';
import type { Station, StationTile } from '../../../contract/stations.ts';

/** Data that the page contains, or that is stored from the last visit. */
export interface StartData {
  config: Config;
  tiles: StationTile[];
  station: Station | null;
}

/**
 * By time zone: the minutes by which its local time was ahead of the time of this device at the
 * last visit.
 */
export type Ahead = Readonly<Record<string, number>>;

/**
 * A price as text. It is stored because the first frame waits for it and to create number formats
 * is slow.
 */
export interface SavedPrice {
  language: string;
  facts: readonly Fact[];
}

/** The stored data of a visit. */
export interface LastVisit extends StartData {
  ahead: Ahead;
  /** The price of the linked station. */
  price: SavedPrice | null;
}

export const lastVisitKey = 'lastHome';

/**
 * Whether the data has this field, which painting needs. Data from an old version of the app lacks
 * it and is not shown.
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

/** The data that the page contains. It is fresh, so the app does not request it again. */
export function readPageData(): StartData | null {
  return parse(document.getElementById('early')?.textContent ?? null);
}

/** The time zone offsets of the last visit. Old versions of the app stored none. */
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
 * The price of the saved station. Null if it is in another language, or if an old version of the
 * app saved none.
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

/** The data of the last visit. The app shows it at once and then requests it again. */
export function readLastVisit(): StartData | null {
  return parse(readStored(lastVisitKey));
}

/** Reads a stored text. It has no fallback storage, because the start scripts must stay small. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is blocked, so nothing could be stored.
    return null;
  }
}
