import { useEffect } from 'react';

interface Call {
  run: () => void;
  intervalMs: number;
  /** The time of the next run, in milliseconds since the start of the page. */
  due: number;
}

const calls = new Set<Call>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Returns whole milliseconds, because browsers round times, and a timer may end a fraction of a
 * millisecond too early.
 */
const read = () => Math.round(performance.now());
const after = (now: number, intervalMs: number) => now - (now % intervalMs) + intervalMs;

function wait(): void {
  clearTimeout(timer);
  if (calls.size === 0 || document.visibilityState === 'hidden') return;
  timer = setTimeout(beat, Math.min(...Array.from(calls, ({ due }) => due)) - read());
}

function beat(): void {
  const now = read();
  const ready = Array.from(calls).filter(({ due }) => due <= now);
  for (const call of ready) call.due = after(now, call.intervalMs);
  wait();
  for (const { run } of ready) run();
}

/**
 * When the page becomes visible, runs every call immediately, even if it is not due.
 * `performance.now()` cannot show which calls are due, because its clock may stop while the device
 * sleeps.
 */
function follow(): void {
  if (document.visibilityState === 'hidden') return wait();
  for (const call of calls) call.due = 0;
  beat();
}

/**
 * Calls a function at each multiple of the interval while the page is visible, and at once when the
 * page becomes visible. All calls share one timer, so that clocks and polls wake the processor
 * together. In a hidden page there is no timer. The time counts from the start of the page, so that
 * devices do not poll the server at the same moment.
 *
 * @returns a function that ends the calls.
 */
export function every(intervalMs: number, run: () => void): () => void {
  const call = { run, intervalMs, due: after(read(), intervalMs) };
  calls.add(call);
  // A listener that is already there is not added again.
  document.addEventListener('visibilitychange', follow);
  wait();
  return () => {
    calls.delete(call);
    wait();
  };
}

/**
 * Polls while the page is visible. The polling of RTK Query has a timer for each query, which also
 * runs in a hidden page. An interval of 0 means no polling.
 */
export function usePolling(intervalMs: number, refetch: () => unknown): void {
  useEffect(
    () => (intervalMs > 0 ? every(intervalMs, () => void refetch()) : undefined),
    [intervalMs, refetch],
  );
}
