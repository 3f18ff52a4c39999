import { useEffect, useState } from 'react';

/** Returns whether `isWaiting` has been true for at least `afterMs` milliseconds. */
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
