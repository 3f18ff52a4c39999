import { useSyncExternalStore } from 'react';
import { storageKeys } from '../constants.ts';
import { local } from '../storage/storage.ts';

export const mapApps = ['automatic', 'apple', 'google', 'openStreetMap'] as const;
/** The app that opens directions. `automatic` means the default of the device. */
export type MapApp = (typeof mapApps)[number];

const listeners = new Set<() => void>();

function savedMapApp(): MapApp {
  const saved = local.get(storageKeys.mapApp);
  return mapApps.find((app) => app === saved) ?? 'automatic';
}

function chooseMapApp(app: MapApp): void {
  if (app === 'automatic') local.remove(storageKeys.mapApp);
  else local.set(storageKeys.mapApp, app);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The user may also choose an app in another tab.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Returns the app that the user has chosen, and a function that changes the choice. */
export function useMapApp(): { mapApp: MapApp; chooseMapApp: (app: MapApp) => void } {
  return { mapApp: useSyncExternalStore(subscribe, savedMapApp), chooseMapApp };
}
