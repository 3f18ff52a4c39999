import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** The newest of a value, for answers that come long after the render which asked. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
