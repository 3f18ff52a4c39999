import { useCallback, useEffect, useRef } from 'react';

/**
 * Tells whether the component is still mounted: an answer that comes after its page was left must
 * not navigate away from the next one.
 */
export function useIsMounted(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}
