import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import type { Location } from 'react-router-dom';
import { isPending } from './onboarding.ts';
import { session } from './storage.ts';

// Tips and promotions take turns: at most one of them is shown, closing it does not bring up the next
// one before another page is visited, and none is on the way that a QR code began.

/** What comes to a screen unasked: a promotion, or one of the tips, each with its own name. */
export type PromptName = 'promotion' | `tip:${string}`;

let holder: PromptName | null = null;
/** The last one that was closed, and on which visit of a page: coming back to it is another one. */
let closed: { surface: PromptName; visit: Location } | null = null;
const listeners = new Set<() => void>();

function become(next: PromptName | null): void {
  holder = next;
  for (const listener of listeners) listener();
}

const linkedKey = 'arrivedByLink';

/** Whether an address leads to a station: that of a QR code, or of a link to it. */
export function leadsToStation(address: string): boolean {
  const { searchParams } = new URL(address, window.location.origin);
  return searchParams.has('equip_id') || searchParams.has('link');
}

/** Remembers that this visit began with a station. */
export function noteArrival(address: string): void {
  if (leadsToStation(address)) session.set(linkedKey, '1');
}

/** The way from a QR code to the charger ends where home stands there for itself. */
function isOnLinkedWay({ pathname, search }: Location): boolean {
  if (pathname === '/home' && !leadsToStation(search)) session.remove(linkedKey);
  return session.get(linkedKey) !== null;
}

/** The address that the page was loaded with; by now the router may show another one. */
function loadedAddress(): string {
  const [entry] =
    'getEntriesByType' in performance ? performance.getEntriesByType('navigation') : [];
  return entry?.name ?? window.location.href;
}

noteArrival(loadedAddress());

function mayTake(surface: PromptName, visit: Location): boolean {
  // Whoever is new here learns what this is before they hear of anything else.
  if (surface === 'promotion' && isPending('newUser')) return false;
  return holder === null && (closed?.visit !== visit || closed.surface === surface);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether this surface, which has something to show while it `isWanted`, may show it now. Once it may,
 * it keeps the screen until it is wanted no more or is gone.
 */
export function usePromptTurn(surface: PromptName, isWanted: boolean): boolean {
  const location = useLocation();
  const current = useSyncExternalStore(subscribe, () => holder);
  const wasShown = useRef(false);

  useEffect(() => {
    if (!isWanted) {
      // Wanted no more while its page is still there: it was closed.
      if (wasShown.current) closed = { surface, visit: location };
      wasShown.current = false;
    } else if (!isOnLinkedWay(location) && mayTake(surface, location)) {
      become(surface);
      wasShown.current = true;
    }
  }, [surface, isWanted, location]);

  useEffect(() => {
    if (!isWanted) return undefined;
    return () => {
      if (holder === surface) become(null);
    };
  }, [surface, isWanted]);

  return isWanted && current === surface;
}
