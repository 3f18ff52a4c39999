import { useSyncExternalStore } from 'react';

/** The width from which the rail fits beside the page. tokens.css contains the same width. */
const wide = '(width >= 1200px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Returns whether the window is wide enough to show the menu beside the page. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);
}
