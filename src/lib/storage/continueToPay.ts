import { useSyncExternalStore } from 'react';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { local } from './storage.ts';

/**
 * The storage keys (specification, section 3): `flag` for the time at which an unlock began, and
 * `shop` for the station. The address of a link also contains the station, but home needs the
 * stored station to offer that the user continues an interrupted unlock.
 */
export const continueKeys = { flag: 'continueToPay', shop: 'shopId' } as const;

/**
 * The time in milliseconds after which the app does not offer to continue an interrupted unlock.
 */
const continueWithinMs = 30 * 60_000;

const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Call this when the user is about to pay for a charger of this station. */
export function beginUnlock(station: string): void {
  local.set(continueKeys.shop, station);
  local.set(continueKeys.flag, String(Date.now()));
  notify();
}

/**
 * Call this when the charger is unlocked or the user has given up. The station stays stored as the
 * last station.
 */
export function endUnlock(): void {
  local.remove(continueKeys.flag);
  notify();
}

/**
 * Returns the station of an unlock that began a short time ago and has not ended. Returns null if
 * there is none.
 */
export function interruptedUnlock(): string | null {
  const begun = Number(local.get(continueKeys.flag) ?? Number.NaN);
  // If the clock of the device was set back, the unlock counts as too old.
  const age = Date.now() - begun;
  return age >= 0 && age < continueWithinMs
    ? parseStationId(local.get(continueKeys.shop) ?? '')
    : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Returns the result of `interruptedUnlock`, and renders again when the result changes. */
export function useInterruptedUnlock(): string | null {
  return useSyncExternalStore(subscribe, interruptedUnlock);
}
