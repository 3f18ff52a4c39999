import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

let shownPath: string | null = null;
/** Whether an element had the focus when the last heading was removed. */
let hadFocus = false;

/**
 * Returns a ref for the only `h1` of a page. A navigation moves the focus to the heading, so that
 * screen readers announce the new page. The focus also moves if the address stays but the element
 * with the focus is removed, for example when a confirmation replaces a form. The first page after
 * a load does not move the focus.
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

  // Use a layout effect, because React cleans it up before it removes the elements, and the focus
  // is still known.
  useLayoutEffect(
    () => () => {
      hadFocus = document.activeElement !== document.body;
    },
    [],
  );

  return heading;
}
