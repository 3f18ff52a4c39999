import { useEffect, useState } from 'react';
import { every } from '../device/heartbeat.ts';

/**
 * Returns the time of the device clock in milliseconds, updated every `intervalMs` milliseconds until
 * it reaches `until`. From then on, no timer runs.
 */
export function useNowUntil(until: number, intervalMs: number): number {
  const [now, readAgain] = useState(() => Date.now());
  const [wasUntil, remember] = useState(until);
  if (!Object.is(wasUntil, until)) {
    // The clock may have stopped long ago.
    remember(until);
    readAgain(Date.now());
  }
  const isOver = now >= until;
  useEffect(
    () => (isOver ? undefined : every(intervalMs, () => readAgain(Date.now()))),
    [intervalMs, isOver],
  );
  return now;
}
