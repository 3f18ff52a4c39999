import type { Clock } from '../../clock.ts';

/**
 * Makes something at most once at a time, and again when the former is `keepMs` old (asked anew each
 * time), however many want it. Who finds it too old waits for the next; who comes meanwhile gets the
 * former, where there is one. What could not be made is not kept.
 */
export function keep<T>(clock: Clock, keepMs: () => number, make: () => Promise<T>) {
  let kept: { madeAt: number; value: T } | null = null;
  let making: Promise<T> | null = null;

  async function makeNext(): Promise<T> {
    try {
      const value = await make();
      // From its end: what takes longer to make than it is kept would be made without a pause.
      kept = { madeAt: clock.now().getTime(), value };
      return value;
    } finally {
      making = null;
    }
  }

  return async (): Promise<T> => {
    if (kept && (making || clock.now().getTime() - kept.madeAt < keepMs())) return kept.value;
    making ??= makeNext();
    return making;
  };
}
