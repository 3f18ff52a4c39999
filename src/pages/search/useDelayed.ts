import { useEffect, useState } from 'react';

/** Returns whether the wait has lasted for at least this many milliseconds. */
export function useDelayed(isWaiting: boolean, afterMs: number): boolean {
  const [isLate, become] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => become(true), afterMs);
    return () => {
      clearTimeout(timer);
      become(false);
    };
  }, [isWaiting, afterMs]);
  return isWaiting && isLate;
}
