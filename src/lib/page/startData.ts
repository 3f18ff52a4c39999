import type { Config } from '../../../contract/config.ts';
import type { Station, StationTile } from '../../../contract/stations.ts';

/** Data that the page contains, or that was stored at the last visit. */
export interface StartData {
  config: Config;
  tiles: StationTile[];
  station: Station | null;
  /** The form for a payment by card. Only a page with a linked station has it. */
  cardForm?: unknown;
}

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

/** Returns null if the text is missing, incomplete, or from a version of the app with another form of data. */
export function parseStartData(text: string | null): StartData | null {
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

/** Returns the data that the page contains. It is fresh, so the app does not request the configuration and stations again. */
export function readPageData(): StartData | null {
  return parseStartData(document.getElementById('early')?.textContent ?? null);
}
