import { useSyncExternalStore } from 'react';
import { geolocationTimeoutMs } from '../../../lib/constants.ts';
import { distanceMetres } from '../../../lib/format/geo.ts';
import type { Point } from '../../../lib/format/geo.ts';

/** Where this device is, as far as its owner lets us know. */
export type Position =
  | { status: 'unasked' | 'asking' | 'denied' | 'unavailable' }
  | {
      status: 'known';
      point: Point;
      /** When the device was there, in milliseconds since the epoch. */
      at: number;
      /** Whether it could not be renewed when it was asked for again. */
      isOld: boolean;
    };

/** Less is the device's guesswork: a list must not reorder itself under the finger. */
const leastMoveMetres = 25;
/** Where somebody was a minute ago will do, and costs no battery. */
const maximumAge = 60_000;

let position: Position = { status: 'unasked' };
/** What the browser would say now; null until it has been asked. */
let permission: PermissionState | null = null;
let watching: number | null = null;
const listeners = new Set<() => void>();

function become(next: Position): void {
  position = next;
  follow();
  for (const listener of listeners) listener();
}

/** Ten metres finer than this nobody needs to be told, and caches could not share. */
const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000;

function found({ coords, timestamp }: GeolocationPosition): void {
  const point = { lat: rounded(coords.latitude), lng: rounded(coords.longitude) };
  // Some devices count from their own start instead of the epoch.
  const at = Math.min(Date.now(), timestamp > 1e12 ? timestamp : Date.now());
  const known = position.status === 'known' ? position : null;
  const hasMoved = known === null || distanceMetres(known.point, point) >= leastMoveMetres;
  if (hasMoved) become({ status: 'known', point, at, isOld: false });
  else if (known.isOld) become({ ...known, at, isOld: false });
  // Nobody needs to draw anything anew because it is still so.
  else position = { ...known, at };
}

function failed(error: GeolocationPositionError): void {
  if (error.code === error.PERMISSION_DENIED) become({ status: 'denied' });
  // Where somebody was a moment ago is better than nowhere.
  else if (position.status === 'known') become({ ...position, isOld: true });
  else become({ status: 'unavailable' });
}

function locate(): void {
  if (!('geolocation' in navigator)) {
    become({ status: 'unavailable' });
    return;
  }
  if (position.status !== 'known') become({ status: 'asking' });
  navigator.geolocation.getCurrentPosition(found, failed, {
    timeout: geolocationTimeoutMs,
    maximumAge,
  });
}

/** Follows a known position coarsely, as long as somebody looks at what depends on it. */
function follow(): void {
  const isWanted =
    position.status === 'known' && listeners.size > 0 && document.visibilityState !== 'hidden';
  if (isWanted && watching === null) {
    watching = navigator.geolocation.watchPosition(
      found,
      (error) => {
        // A moment without a signal changes nothing; being forbidden does.
        if (error.code === error.PERMISSION_DENIED) failed(error);
      },
      { enableHighAccuracy: false, maximumAge },
    );
  } else if (!isWanted && watching !== null) {
    navigator.geolocation.clearWatch(watching);
    watching = null;
  }
}

/**
 * Asks the browser for the position. Only ever called from a tap: the prompt comes from the browser.
 * Where it was refused before, no prompt comes, and the state says so at once.
 */
export function askForPosition(): void {
  locate();
}

/** Uses a permission that was given on an earlier visit, and notices when it changes; asks for none. */
export async function resumePosition(): Promise<void> {
  const status = await queryPermission();
  permission = status?.state ?? 'prompt';
  if (permission === 'granted') locate();
  else become(position);
  status?.addEventListener('change', () => {
    permission = status.state;
    if (permission === 'granted') locate();
    else become({ status: permission === 'denied' ? 'denied' : 'unasked' });
  });
}

async function queryPermission(): Promise<PermissionStatus | null> {
  if (!('permissions' in navigator)) return null;
  try {
    return await navigator.permissions.query({ name: 'geolocation' });
  } catch {
    // This browser has the call, but not for positions: then only a tap finds out.
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', follow);
  listeners.add(listener);
  follow();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener('visibilitychange', follow);
    follow();
  };
}

/** What is known of it by now, for who need not follow it. */
export function currentPosition(): Position {
  return position;
}

export function usePosition(): Position {
  return useSyncExternalStore(subscribe, currentPosition);
}

/** What the browser would say to a question for the position; null while that is not known. */
export function usePositionPermission(): PermissionState | null {
  return useSyncExternalStore(subscribe, () => permission);
}
