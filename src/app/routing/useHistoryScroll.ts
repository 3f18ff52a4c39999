import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** The number of history entries whose scroll positions are stored. */
const most = 50;

const positions = new Map<string, number>();

function remember(key: string, top: number): void {
  positions.delete(key);
  positions.set(key, top);
  const oldest = positions.keys().next().value;
  if (positions.size > most && oldest !== undefined) positions.delete(oldest);
}

/**
 * Scrolls a new page to its top. If the user goes back or forward, restores the scroll position of
 * the page.
 */
export function useHistoryScroll(): void {
  const { key, pathname } = useLocation();
  const way = useNavigationType();
  const shown = useRef({ pathname });

  useEffect(() => {
    const onScroll = () => remember(key, window.scrollY);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [key]);

  useLayoutEffect(() => {
    const isNewPage = shown.current.pathname !== pathname;
    shown.current = { pathname };
    if (way === NavigationType.Pop) window.scrollTo(0, positions.get(key) ?? 0);
    else if (isNewPage) window.scrollTo(0, 0);
  }, [key, pathname, way]);
}
