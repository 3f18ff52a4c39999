import { useEffect, useSyncExternalStore } from 'react';
import type { LazyPart, LazyState } from './lazyPart.ts';

/** The state of a part. Loads its code as soon as it is needed. */
export function useLazyPart<Props>(part: LazyPart<Props>, isNeeded = true): LazyState<Props> {
  const state = useSyncExternalStore(part.subscribe, () => part.state);
  useEffect(() => {
    if (isNeeded) void part.fetch();
  }, [part, isNeeded]);
  return state;
}
