import { useSyncExternalStore } from 'react';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { local } from './storage.ts';

/** Under which names the device keeps the flag and the shop (specification, section 3). */
export const continueKeys = { flag: 'continueToPay', shop: 'shopId' } as const;

/** Whoever has not come back to a station within this time, in milliseconds, has left it. */
const continueWithinMs = 30 * 60_000;

const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** The person is about to pay for a charger of this station. */
export function beginUnlock(station: string): void {
  local.set(continueKeys.shop, station);
  local.set(continueKeys.flag, String(Date.now()));
  tell();
}

/** The charger is unlocked, or the person gave it up. The station stays known as the last chosen one. */
export function endUnlock(): void {
  local.remove(continueKeys.flag);
  tell();
}

/** The station whose unlocking was begun a short while ago and neither done nor given up; else null. */
export function interruptedUnlock(): string | null {
  const begun = Number(local.get(continueKeys.flag) ?? Number.NaN);
  // A clock that was set back counts as too late.
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

/** The same as `interruptedUnlock`, followed. */
export function useInterruptedUnlock(): string | null {
  return useSyncExternalStore(subscribe, interruptedUnlock);
}
