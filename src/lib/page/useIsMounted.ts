import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that checks whether the component is still mounted. Use it for an answer that
 * may arrive after the user has left the page, because such an answer must not navigate away from
 * the next page.
 */
export function useIsMounted(): () => boolean {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return useCallback(() => mounted.current, []);
}
