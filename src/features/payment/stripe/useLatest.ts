import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Returns a reference to the latest value, for callbacks that run long after their render. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
