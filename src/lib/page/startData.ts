import type { Config } from '../../../contract/config.ts';
import type { Station, StationTile } from '../../../contract/stations.ts';

/** The data with which the app starts. The page contains it, or the app stored it at the last visit. */
export interface StartData {
  config: Config;
  tiles: StationTile[];
  station: Station | null;
  /** The settings of the provider's card form. Only the page of a linked station contains them. */
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

/**
 * Parses stored data. Returns null if there is no data, or if it is truncated, or if another version of the app wrote it
 * in another format.
 */
export function parseStartData(text: string | null): StartData | null {
  if (!text) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isStartData(value) ? value : null;
  } catch (error) {
    // Treat truncated data as missing.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Returns the data that the page contains; null if it contains none. The configuration and the stations are fresh, so the
 * app does not request them again.
 */
export function readPageData(): StartData | null {
  return parseStartData(document.getElementById('early')?.textContent ?? null);
}
