import { useSyncExternalStore } from 'react';
import { geolocationTimeoutMs } from '../../lib/constants.ts';
import type { Point } from '../../lib/geo.ts';

/** Where this device is, as far as its owner lets us know. */
export type Position =
  | { status: 'unasked' | 'asking' | 'denied' | 'unavailable' }
  | { status: 'known'; point: Point };

let position: Position = { status: 'unasked' };
const listeners = new Set<() => void>();

function become(next: Position): void {
  position = next;
  for (const listener of listeners) listener();
}

/** Positions a few metres apart are one: a list must not reorder itself under the finger. */
const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000;

function locate(): void {
  if (!('geolocation' in navigator)) {
    become({ status: 'unavailable' });
    return;
  }
  if (position.status !== 'known') become({ status: 'asking' });
  navigator.geolocation.getCurrentPosition(
    ({ coords }) =>
      become({
        status: 'known',
        point: { lat: rounded(coords.latitude), lng: rounded(coords.longitude) },
      }),
    (error) => {
      if (error.code === error.PERMISSION_DENIED) become({ status: 'denied' });
      // Where somebody was a moment ago is better than nowhere.
      else if (position.status !== 'known') become({ status: 'unavailable' });
    },
    { timeout: geolocationTimeoutMs, maximumAge: 60_000 },
  );
}

/**
 * Asks the browser for the position. Only ever called from a tap: the prompt comes from the browser.
 * Where it was refused before, no prompt comes, and the state says so at once.
 */
export function askForPosition(): void {
  locate();
}

/** Uses a permission that was given on an earlier visit; asks for none. */
export async function resumePosition(): Promise<void> {
  if (!('permissions' in navigator)) return;
  const permission = await navigator.permissions.query({ name: 'geolocation' });
  if (permission.state === 'granted') locate();
  permission.addEventListener('change', () => {
    if (permission.state === 'granted') locate();
    else if (permission.state === 'denied') become({ status: 'denied' });
    else become({ status: 'unasked' });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePosition(): Position {
  return useSyncExternalStore(subscribe, () => position);
}
