import { useEffect, useSyncExternalStore } from 'react';
import type { LazyPart, LazyState } from './lazyPart.ts';

/** Returns the state of a `LazyPart`. Loads the code of the part as soon as `isNeeded` is true. */
export function useLazyPart<Props>(part: LazyPart<Props>, isNeeded = true): LazyState<Props> {
  const state = useSyncExternalStore(part.subscribe, () => part.state);
  useEffect(() => {
    if (isNeeded) void part.fetch();
  }, [part, isNeeded]);
  return state;
}
