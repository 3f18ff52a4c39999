import { useEffect, useSyncExternalStore } from 'react';
import type { LazyPart, LazyState } from './lazyPart.ts';

/** The state of a part; loads its code when it is first needed. */
export function useLazyPart<Props>(part: LazyPart<Props>, isNeeded = true): LazyState<Props> {
  const state = useSyncExternalStore(part.subscribe, () => part.state);
  useEffect(() => {
    if (isNeeded) void part.fetch();
  }, [part, isNeeded]);
  return state;
}
