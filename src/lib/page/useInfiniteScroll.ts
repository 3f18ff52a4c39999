import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Calls `onReached` when the end of the list is near the viewport, while `active` is true. Attach
 * the returned ref to the element at the end of the list.
 */
export function useInfiniteScroll(
  active: boolean,
  onReached: () => void,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const report = useRef(onReached);

  useEffect(() => {
    report.current = onReached;
  });

  useEffect(() => {
    const element = end.current;
    if (!active || element === null || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) report.current();
      },
      { rootMargin: '300px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [active]);

  return end;
}
