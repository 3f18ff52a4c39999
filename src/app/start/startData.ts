import type { Config } from '../../../contract/config.ts';
import type { Station, StationTile } from '../../../contract/stations.ts';

/** What the page brought along, or this device kept from the last visit. */
export interface StartData {
  config: Config;
  tiles: StationTile[];
  station: Station | null;
}

/** By time zone: so many minutes is it later there than on this device, at the time of the last visit. */
export type Ahead = Readonly<Record<string, number>>;

/** What this device keeps of a visit. */
export interface LastVisit extends StartData {
  ahead: Ahead;
}

export const lastVisitKey = 'lastHome';

/** What an app of the past kept had none, and is not shown: it lacks what is painted with it. */
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
    // Kept by another version of the app, or cut off: as good as nothing.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** From the page itself: fresh, so that the app does not ask again. */
export function readPageData(): StartData | null {
  return parse(document.getElementById('early')?.textContent ?? null);
}

/** With the last visit; an app of the past kept none. */
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

/** From the last visit: shown at once, then asked for anew. */
export function readLastVisit(): StartData | null {
  return parse(readStored(lastVisitKey));
}

/** What this device keeps under a key; the start scripts cannot afford more than this. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is forbidden here: then nothing was kept either.
    return null;
  }
}
