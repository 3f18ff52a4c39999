import type { Clock } from '../../time/clock.ts';

/**
 * Caches one value. If the value is older than `lifetimeMs()`, the next caller creates a new value and waits for it.
 * Until the new value is ready, other callers get the old value; if there is no old value, they wait, too. A failed
 * creation is not cached.
 */
export function cacheValue<T>(clock: Clock, lifetimeMs: () => number, make: () => Promise<T>) {
  let cached: { madeAt: number; value: T } | null = null;
  let making: Promise<T> | null = null;

  async function makeNext(): Promise<T> {
    try {
      const value = await make();
      // The age counts from the end of the creation, so that there is a pause between two slow creations.
      cached = { madeAt: clock.now().getTime(), value };
      return value;
    } finally {
      making = null;
    }
  }

  return async (): Promise<T> => {
    if (cached && (making || clock.now().getTime() - cached.madeAt < lifetimeMs()))
      return cached.value;
    making ??= makeNext();
    return making;
  };
}
