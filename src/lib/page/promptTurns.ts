import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { Location } from 'react-router-dom';
import { leadsToStation } from '../navigation/leadsToStation.ts';
import { isPending } from '../storage/onboarding.ts';
import { session } from '../storage/storage.ts';

// Tips and promotions take turns: at most one is shown at a time. After one is closed, the next one
// waits for another page. None is shown between the scan of a QR code and the pick-up of the
// charger.

/** A prompt that a screen shows unasked: a promotion or a tip. Each tip has its own name. */
export type PromptName = 'promotion' | `tip:${string}`;

let holder: PromptName | null = null;
/** The prompt that was closed last, and the page visit in which it was closed. */
let closed: { surface: PromptName; visit: Location } | null = null;
const listeners = new Set<() => void>();

function setHolder(next: PromptName | null): void {
  holder = next;
  for (const listener of listeners) listener();
}

const linkedKey = 'arrivedByLink';

/** Stores that this visit began with a station. */
export function rememberArrival(address: string): void {
  if (leadsToStation(address)) session.set(linkedKey, '1');
}

/**
 * Whether the user is between the scan of a QR code and the charger. This ends on a home page
 * without a station.
 */
function isOnWayToCharger({ pathname, search }: Location): boolean {
  if (pathname === '/home' && !leadsToStation(search)) session.remove(linkedKey);
  return session.get(linkedKey) !== null;
}

/**
 * The address with which the page was loaded. The router may have changed the address since then.
 */
function loadedAddress(): string {
  const [entry] =
    'getEntriesByType' in performance ? performance.getEntriesByType('navigation') : [];
  return entry?.name ?? window.location.href;
}

rememberArrival(loadedAddress());

function mayTake(surface: PromptName, visit: Location): boolean {
  // A new user sees the introduction first.
  if (surface === 'promotion' && isPending('newUser')) return false;
  return holder === null && (closed?.visit !== visit || closed.surface === surface);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether this prompt may be shown now. Pass `isWanted` if the prompt has something to show. A
 * shown prompt keeps its turn until it is not wanted any more or is unmounted.
 */
export function usePromptTurn(surface: PromptName, isWanted: boolean): boolean {
  const location = useLocation();
  const current = useSyncExternalStore(subscribe, () => holder);
  const wasShown = useRef(false);

  useEffect(() => {
    if (!isWanted) {
      // The prompt is not wanted any more, but its page is still there. So the user closed it.
      if (wasShown.current) closed = { surface, visit: location };
      wasShown.current = false;
    } else if (!isOnWayToCharger(location) && mayTake(surface, location)) {
      setHolder(surface);
      wasShown.current = true;
    }
  }, [surface, isWanted, location]);

  useEffect(() => {
    if (!isWanted) return undefined;
    return () => {
      if (holder === surface) setHolder(null);
    };
  }, [surface, isWanted]);

  return isWanted && current === surface;
}
