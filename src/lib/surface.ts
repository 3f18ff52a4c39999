import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { isPending } from './onboarding.ts';
import { session } from './storage.ts';

// Tips and promotions take turns: on one visit of a page at most one of them is shown, so that closing
// one never brings up the next, and none is on the way that a QR code began.

/** What comes to a screen unasked: a promotion, or one of the tips, each with its own name. */
export type Surface = 'promotion' | `tip:${string}`;

interface Holder {
  surface: Surface;
  /** The visit of a page on which it was taken: the router's key of it. */
  visit: string;
  isShown: boolean;
}

let holder: Holder | null = null;
const listeners = new Set<() => void>();

function become(next: Holder | null): void {
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
function isOnLinkedWay({ pathname, search }: { pathname: string; search: string }): boolean {
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

function mayTake(surface: Surface, visit: string): boolean {
  // Whoever is new here learns what this is before they hear of anything else.
  if (surface === 'promotion' && isPending('newUser')) return false;
  if (holder === null || holder.surface === surface) return true;
  return !holder.isShown && holder.visit !== visit;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether this surface, which has something to show while it `isWanted`, may show it now. Once it may,
 * it keeps the screen until it is wanted no more or is gone.
 */
export function useSurface(surface: Surface, isWanted: boolean): boolean {
  const location = useLocation();

  useEffect(() => {
    const visit = location.key;
    if (isOnLinkedWay(location) || !isWanted || !mayTake(surface, visit)) return;
    become({ surface, visit, isShown: true });
  }, [surface, isWanted, location]);

  useEffect(() => {
    if (!isWanted) return undefined;
    return () => {
      if (holder?.surface === surface) become({ ...holder, isShown: false });
    };
  }, [surface, isWanted]);

  const has = useSyncExternalStore(
    subscribe,
    () => holder !== null && holder.surface === surface && holder.isShown,
  );
  return isWanted && has;
}
