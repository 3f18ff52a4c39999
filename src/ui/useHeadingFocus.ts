import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

let shownPath: string | null = null;

/**
 * For the one `h1` of a page: a navigation moves the focus to it, so that a screen reader says where
 * it arrived. The first page after a load leaves the focus where the browser put it.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();

  useEffect(() => {
    const arrived = shownPath !== null && shownPath !== pathname;
    shownPath = pathname;
    if (arrived) heading.current?.focus({ preventScroll: true });
  }, [pathname]);

  return heading;
}
