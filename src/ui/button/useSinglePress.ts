import { useRef } from 'react';
import { clickThrottleMs } from '../../lib/constants.ts';

/**
 * Returns a function that checks whether a press counts. A second press within the throttle does
 * not count.
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
