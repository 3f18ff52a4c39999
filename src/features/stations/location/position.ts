import { useSyncExternalStore } from 'react';
import { geolocationTimeoutMs } from '../../../lib/constants.ts';
import { distanceMetres } from '../../../lib/format/geo.ts';
import type { Point } from '../../../lib/format/geo.ts';

/** The position of this device, if the person has allowed it. */
export type Position =
  | { status: 'unasked' | 'asking' | 'denied' | 'unavailable' }
  | {
      status: 'known';
      point: Point;
      /** The time of the position, in milliseconds since the epoch. */
      at: number;
      /** Whether the last attempt to renew it failed. */
      isOld: boolean;
    };

/**
 * Smaller changes are noise of the sensor: they must not reorder a list while a finger is on it.
 */
const minMoveMetres = 25;
/** A position of a minute ago is good enough, and saves power. */
const maximumAge = 60_000;

let position: Position = { status: 'unasked' };
/** The browser's permission now; null until it has been read. */
let permission: PermissionState | null = null;
let watching: number | null = null;
const listeners = new Set<() => void>();

function setPosition(next: Position): void {
  position = next;
  follow();
  for (const listener of listeners) listener();
}

/** Rounded to about ten metres: more reveals too much, and answers could not be cached. */
const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000;

function found({ coords, timestamp }: GeolocationPosition): void {
  const point = { lat: rounded(coords.latitude), lng: rounded(coords.longitude) };
  // Some devices count from their own start instead of the epoch.
  const at = Math.min(Date.now(), timestamp > 1e12 ? timestamp : Date.now());
  const known = position.status === 'known' ? position : null;
  const hasMoved = known === null || distanceMetres(known.point, point) >= minMoveMetres;
  if (hasMoved) setPosition({ status: 'known', point, at, isOld: false });
  else if (known.isOld) setPosition({ ...known, at, isOld: false });
  // No listener is called, because nothing visible changes.
  else position = { ...known, at };
}

function failed(error: GeolocationPositionError): void {
  if (error.code === error.PERMISSION_DENIED) setPosition({ status: 'denied' });
  // An old position is better than none.
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

/** Follows a known position coarsely while there are listeners. */
function follow(): void {
  const isWanted =
    position.status === 'known' && listeners.size > 0 && document.visibilityState !== 'hidden';
  if (isWanted && watching === null) {
    watching = navigator.geolocation.watchPosition(
      found,
      (error) => {
        // A short loss of the signal changes nothing; a refused permission does.
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
 * Asks the browser for the position. Only called on a tap, because the browser may show a prompt.
 * After an earlier refusal there is no prompt, and the state changes at once.
 */
export function askForPosition(): void {
  locate();
}

/** Uses a permission from an earlier visit, and notices changes; never shows a prompt. */
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
    // This browser has the Permissions API, but not for positions: only a tap can find out.
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

/** The browser's permission for the position; null while unknown. */
export function usePositionPermission(): PermissionState | null {
  return useSyncExternalStore(subscribe, () => permission);
}
