import { useSyncExternalStore } from 'react';

/** From this width on, the rail fits beside the page. tokens.css contains the same width. */
const wide = '(width >= 1200px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the window is wide enough for the menu beside the page. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);
}
