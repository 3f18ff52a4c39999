import { useEffect } from 'react';

/**
 * Loads the code of the next page while the rider looks at this page. If the code cannot be loaded, the next page
 * loads it again.
 *
 * @param load must be the same function at each render, because a new function loads the code again.
 */
export function useFetchEarly(load: () => Promise<unknown>): void {
  useEffect(() => {
    load().catch(() => {});
  }, [load]);
}
