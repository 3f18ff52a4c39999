import { createMigrate } from 'redux-persist';
import type { PersistedState } from 'redux-persist';
import { isStationId } from '../../../contract/rules/places/stationId.ts';
import {
  isFlag,
  isLatitude,
  isLongitude,
  isOneOf,
  isText,
  isTime,
  isWithin,
  objectOf,
} from '../../../contract/rules/shapes/shapes.ts';
import { maxZoom, minZoom } from '../../../contract/rules/places/tiles.ts';
import type { MapLayer, MapState, MapView } from '../../features/stations/mapSlice.ts';
import type { StoredWatch, WatchesState } from '../../features/watches/watchesSlice.ts';
import { migrations, version } from './migrations.ts';

const isView = objectOf<Omit<MapView, 'visible'>>({
  lat: isLatitude,
  lng: isLongitude,
  zoom: isWithin(minZoom, maxZoom),
});
const isVisible = objectOf({ lat: isLatitude, lng: isLongitude, layout: isText });
const isLayer = isOneOf<MapLayer>('heat', 'traffic', 'transit', 'bicycle');
const isWatch = objectOf<StoredWatch>({
  id: isText,
  stationId: isStationId,
  stationName: isText,
  wants: isOneOf('charger', 'freeSlot'),
  expiresAt: isTime,
  isTold: isFlag,
});

/**
 * The maximum number of watches that are read from a saved list. From a longer list, only the last
 * watches are read.
 */
const mostWatches = 20;

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function readView(view: unknown): MapView | null {
  if (!isView(view)) return null;
  const { lat, lng, zoom } = view;
  const visible = field(view, 'visible');
  return isVisible(visible) ? { lat, lng, zoom, visible } : { lat, lng, zoom };
}

function readMap(map: unknown): MapState {
  return {
    view: readView(field(map, 'view')),
    layers: [...new Set(list(field(map, 'layers')).filter(isLayer))],
  };
}

function readWatches(watches: unknown): WatchesState {
  return { kept: list(field(watches, 'kept')).filter(isWatch).slice(-mostWatches) };
}

/**
 * Reads the watches from the state that another tab has just saved. Returns null if the watches
 * cannot be read.
 */
export function readPersistedWatches(text: string): WatchesState | null {
  try {
    const parts: unknown = JSON.parse(text);
    const watches = field(parts, 'watches');
    return isText(watches) ? readWatches(JSON.parse(watches)) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const migrate = createMigrate(migrations, { debug: false });

/**
 * Reads the valid parts of a saved state. Parts that cannot be read get their initial value. The
 * state may come from an older version of the app, from a newer version that was rolled back, or
 * from another program.
 */
export async function readPersistedState(state: PersistedState): Promise<PersistedState> {
  if (state === undefined) return undefined;
  const storedVersion = field(field(state, '_persist'), 'version');
  const known =
    typeof storedVersion === 'number' && Number.isInteger(storedVersion) ? storedVersion : -1;
  const own = { _persist: { version: known, rehydrated: true } };
  const migrated = known > version ? state : await migrate(Object.assign({}, state, own), version);
  return Object.assign(own, {
    map: readMap(field(migrated, 'map')),
    watches: readWatches(field(migrated, 'watches')),
  });
}
