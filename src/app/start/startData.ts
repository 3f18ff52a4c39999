import type { Config } from '../../../contract/config.ts';
import type { Fact } from '../../../contract/rules/firstScreen/stationSheet.ts';
import type { Station, StationTile } from '../../../contract/stations.ts';

/** Data that came with the page, or that is stored from the last visit. */
export interface StartData {
  config: Config;
  tiles: StationTile[];
  station: Station | null;
}

/** For each time zone: the minutes by which its clock was ahead of this device's at the last visit. */
export type Ahead = Readonly<Record<string, number>>;

/** A price in words: creating number formats is slow, and the first frame waits for them. */
export interface SavedPrice {
  language: string;
  facts: readonly Fact[];
}

/** The stored data of a visit. */
export interface LastVisit extends StartData {
  ahead: Ahead;
  /** The price of the station. */
  price: SavedPrice | null;
}

export const lastVisitKey = 'lastHome';

/** Data from an old version of the app lacks this field, which painting needs, so it is not shown. */
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
    // Written by another version of the app, or truncated: treat it as missing.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The data in the page itself. It is fresh, so the app does not request it again. */
export function readPageData(): StartData | null {
  return parse(document.getElementById('early')?.textContent ?? null);
}

/** The offsets of the last visit; old versions of the app stored none. */
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

/** The price of the saved station; null if it is in another language, or an old version saved none. */
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

/** The data of the last visit: shown at once, then requested again. */
export function readLastVisit(): StartData | null {
  return parse(readStored(lastVisitKey));
}

/** Reads a stored text. The start scripts must stay small, so this has no fallback storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is blocked, so nothing was stored.
    return null;
  }
}
