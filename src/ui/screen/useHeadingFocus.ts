import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

let shownPath: string | null = null;
/** Whether something had the focus when the page's last heading went away. */
let hadFocus = false;

/**
 * For the one `h1` of a page: a navigation moves the focus to it, so that a screen reader says where
 * it arrived. So does what takes the place of a page at the same address, such as the word that a form
 * was sent, where the focus went away with what was there. The first page after a load leaves the focus
 * where the browser put it.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();

  useEffect(() => {
    const arrived = shownPath !== null && shownPath !== pathname;
    const isLost = hadFocus && document.activeElement === document.body;
    shownPath = pathname;
    hadFocus = false;
    if (arrived || isLost) heading.current?.focus({ preventScroll: true });
  }, [pathname]);

  // Before its elements leave the page, and the focus with them.
  useLayoutEffect(
    () => () => {
      hadFocus = document.activeElement !== document.body;
    },
    [],
  );

  return heading;
}
