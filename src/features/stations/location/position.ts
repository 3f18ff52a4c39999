import { useSyncExternalStore } from 'react';
import { geolocationTimeoutMs } from '../../../lib/constants.ts';
import { distanceMetres } from '../../../../contract/rules/places/distance.ts';
import type { Point } from '../../../lib/format/geo.ts';

/** The position of this device, if the user has allowed the app to read it. */
export type Position =
  | { status: 'unasked' | 'asking' | 'denied' | 'unavailable' }
  | {
      status: 'known';
      point: Point;
      /** The time of the position, in milliseconds since the epoch. */
      at: number;
      /** Whether the last attempt to update the position failed. */
      isOld: boolean;
    };

/**
 * In metres. A smaller change is noise of the sensor and must not reorder a list that the user is about to
 * tap.
 */
const minMoveMetres = 25;
/** In milliseconds. A position that is a minute old is exact enough, and reusing it saves power. */
const maximumAge = 60_000;

let position: Position = { status: 'unasked' };
/** The browser's current permission; null until it has been read. */
let permission: PermissionState | null = null;
let watching: number | null = null;
const listeners = new Set<() => void>();

function setPosition(next: Position): void {
  position = next;
  follow();
  for (const listener of listeners) listener();
}

/**
 * Rounds to about ten metres. A more exact position would reveal too much about the user. It would
 * also differ in each request, so the app could never use a cached answer again.
 */
const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000;

function found({ coords, timestamp }: GeolocationPosition): void {
  const point = { lat: rounded(coords.latitude), lng: rounded(coords.longitude) };
  // On some devices, the timestamp counts from the start of the device, not from the epoch.
  const at = Math.min(Date.now(), timestamp > 1e12 ? timestamp : Date.now());
  const known = position.status === 'known' ? position : null;
  const hasMoved = known === null || distanceMetres(known.point, point) >= minMoveMetres;
  if (hasMoved) setPosition({ status: 'known', point, at, isOld: false });
  else if (known.isOld) setPosition({ ...known, at, isOld: false });
  // Do not call the listeners, because the screen does not change.
  else position = { ...known, at };
}

function failed(error: GeolocationPositionError): void {
  if (error.code === error.PERMISSION_DENIED) setPosition({ status: 'denied' });
  // Keep the old position, because an old position is better than no position.
  else if (position.status === 'known') setPosition({ ...position, isOld: true });
  else setPosition({ status: 'unavailable' });
}

function locate(): void {
  if (!('geolocation' in navigator)) {
    setPosition({ status: 'unavailable' });
    return;
  }
  if (position.status !== 'known') setPosition({ status: 'asking' });
  navigator.geolocation.getCurrentPosition(found, failed, {
    timeout: geolocationTimeoutMs,
    maximumAge,
  });
}

/** Watches a known position with low accuracy while there are listeners and the page is not hidden. */
function follow(): void {
  const isWanted =
    position.status === 'known' && listeners.size > 0 && document.visibilityState !== 'hidden';
  if (isWanted && watching === null) {
    watching = navigator.geolocation.watchPosition(
      found,
      (error) => {
        // A short loss of the signal changes nothing. A refused permission removes the position.
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
 * Asks the browser for the position. Call this only on a tap, because the browser may show a
 * prompt. After an earlier refusal there is no prompt, and the status changes at once.
 */
export function askForPosition(): void {
  locate();
}

/** Uses a permission from an earlier visit, and follows changes of the permission. Never shows a prompt. */
export async function resumePosition(): Promise<void> {
  const status = await queryPermission();
  permission = status?.state ?? 'prompt';
  if (permission === 'granted') locate();
  else setPosition(position);
  status?.addEventListener('change', () => {
    permission = status.state;
    if (permission === 'granted') locate();
    else setPosition({ status: permission === 'denied' ? 'denied' : 'unasked' });
  });
}

async function queryPermission(): Promise<PermissionStatus | null> {
  if (!('permissions' in navigator)) return null;
  try {
    return await navigator.permissions.query({ name: 'geolocation' });
  } catch {
    // This browser has the Permissions API, but not for positions. Only a tap shows whether the app may read
    // the position.
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

/** The current position, for code that does not need updates. */
export function currentPosition(): Position {
  return position;
}

export function usePosition(): Position {
  return useSyncExternalStore(subscribe, currentPosition);
}

/** The browser's permission for the position; null while it is unknown. */
export function usePositionPermission(): PermissionState | null {
  return useSyncExternalStore(subscribe, () => permission);
}
