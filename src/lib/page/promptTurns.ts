import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { Location } from 'react-router-dom';
import { leadsToStation } from '../navigation/leadsToStation.ts';
import { isPending } from '../storage/onboarding.ts';
import { session } from '../storage/storage.ts';

// Tips and promotions take turns, so that at most one of them is visible. After the user has closed
// a prompt, the next prompt waits for another page. No prompt is visible between the scan of a QR
// code and the pick-up of the charger.

/**
 * The name of a promotion or a tip that a screen shows without a request of the user. Each tip has
 * its own name.
 */
export type PromptName = 'promotion' | `tip:${string}`;

let holder: PromptName | null = null;
/** The prompt that the user closed last, and the page visit in which the user closed it. */
let closed: { surface: PromptName; visit: Location } | null = null;
const listeners = new Set<() => void>();

function setHolder(next: PromptName | null): void {
  holder = next;
  for (const listener of listeners) listener();
}

const linkedKey = 'arrivedByLink';

/**
 * If the address leads to a station, stores in this tab that the user came by a link to a station.
 */
export function rememberArrival(address: string): void {
  if (leadsToStation(address)) session.set(linkedKey, '1');
}

/**
 * Returns whether the user is between the scan of a QR code and the pick-up of the charger. This
 * period ends when home opens without a station.
 */
function isOnWayToCharger({ pathname, search }: Location): boolean {
  if (pathname === '/home' && !leadsToStation(search)) session.remove(linkedKey);
  return session.get(linkedKey) !== null;
}

/**
 * Returns the address with which the page was loaded. The router may have changed the current
 * address since the load.
 */
function loadedAddress(): string {
  const [entry] =
    'getEntriesByType' in performance ? performance.getEntriesByType('navigation') : [];
  return entry?.name ?? window.location.href;
}

rememberArrival(loadedAddress());

function mayTake(surface: PromptName, visit: Location): boolean {
  // A new user must see the introduction before any promotion.
  if (surface === 'promotion' && isPending('newUser')) return false;
  return holder === null && (closed?.visit !== visit || closed.surface === surface);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns whether this prompt may be visible now. `isWanted` must be true while the prompt has
 * something to show. A visible prompt keeps its turn until `isWanted` is false or the prompt is
 * unmounted.
 */
export function usePromptTurn(surface: PromptName, isWanted: boolean): boolean {
  const location = useLocation();
  const current = useSyncExternalStore(subscribe, () => holder);
  const wasShown = useRef(false);

  useEffect(() => {
    if (!isWanted) {
      // The prompt is not wanted any more, but its page still exists. So the user has closed the
      // prompt.
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
