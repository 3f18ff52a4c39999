import { useRef } from 'react';
import { clickThrottleMs } from '../../lib/constants.ts';

/**
 * Returns a function that checks whether a press counts. A press does not count if it comes within
 * the throttle time after the previous press.
 */
export function useSinglePress(): () => boolean {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = performance.now();
    if (now - last.current < clickThrottleMs) return false;
    last.current = now;
    return true;
  };
}
