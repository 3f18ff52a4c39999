import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

let shownPath: string | null = null;
/** Whether an element had focus when the last heading was removed. */
let hadFocus = false;

/**
 * A ref for the only `h1` of a page. A navigation moves the focus to the heading, so that screen readers
 * announce the new page. So does a change at the same address that removes the focused element, such as a
 * form that is replaced by its confirmation. The first page after a load does not move the focus.
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

  // A layout effect is cleaned up before React removes the elements, and the focus with them.
  useLayoutEffect(
    () => () => {
      hadFocus = document.activeElement !== document.body;
    },
    [],
  );

  return heading;
}
