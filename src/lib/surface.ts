import { useEffect, useSyncExternalStore } from 'react';

/** What comes to a screen unasked: a promotion, or one of the tips, each with its own name. */
export type Surface = 'promotion' | `tip:${string}`;

let holder: Surface | null = null;
const listeners = new Set<() => void>();

function become(next: Surface | null): void {
  holder = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether this surface may show itself now. They take turns: at most one of all of them is on the
 * screen, and whoever has it keeps it until it is no longer wanted.
 */
export function useSurface(surface: Surface, isWanted: boolean): boolean {
  const current = useSyncExternalStore(subscribe, () => holder);
  const isFree = current === null;

  useEffect(() => {
    // Looked at again: of two that wait, one was first.
    if (isWanted && isFree && holder === null) become(surface);
  }, [surface, isWanted, isFree]);

  useEffect(() => {
    if (!isWanted) return undefined;
    return () => {
      if (holder === surface) become(null);
    };
  }, [surface, isWanted]);

  return isWanted && current === surface;
}
