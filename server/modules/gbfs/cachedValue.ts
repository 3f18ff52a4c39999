import type { Clock } from '../../clock.ts';

/**
 * Caches one value. Only one creation runs at a time. The value is created again when it is older than
 * `lifetimeMs`, which is evaluated at each call. The caller that finds the value too old waits for the new
 * value. Other callers get the old value until then, if there is one. A failed creation is not cached.
 */
export function cacheValue<T>(clock: Clock, lifetimeMs: () => number, make: () => Promise<T>) {
  let kept: { madeAt: number; value: T } | null = null;
  let making: Promise<T> | null = null;

  async function makeNext(): Promise<T> {
    try {
      const value = await make();
      // The age counts from the end of the creation, because a slow creation would otherwise run without a
      // pause.
      kept = { madeAt: clock.now().getTime(), value };
      return value;
    } finally {
      making = null;
    }
  }

  return async (): Promise<T> => {
    if (kept && (making || clock.now().getTime() - kept.madeAt < lifetimeMs())) return kept.value;
    making ??= makeNext();
    return making;
  };
}
