import { useMemo, useSyncExternalStore } from 'react';
import { every } from '../device/heartbeat.ts';

/**
 * Stores the time of the device clock. Updates the stored time every `intervalMs` milliseconds
 * until it reaches `until`.
 */
class Clock {
  readonly #until: number;
  readonly #intervalMs: number;
  #now = Date.now();

  constructor(until: number, intervalMs: number) {
    this.#until = until;
    this.#intervalMs = intervalMs;
  }

  readonly read = (): number => this.#now;

  readonly subscribe = (changed: () => void): (() => void) => {
    if (this.#now >= this.#until) return () => undefined;
    const end = every(this.#intervalMs, () => {
      this.#now = Date.now();
      if (this.#now >= this.#until) end();
      changed();
    });
    return end;
  };
}

/**
 * Returns the time of the device clock in milliseconds, updated every `intervalMs` milliseconds until
 * it reaches `until`. From then on, no timer runs.
 */
export function useNowUntil(until: number, intervalMs: number): number {
  const clock = useMemo(() => new Clock(until, intervalMs), [until, intervalMs]);
  return useSyncExternalStore(clock.subscribe, clock.read);
}
