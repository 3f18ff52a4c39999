import { useSyncExternalStore } from 'react';

/** From here on there is room for the rail; tokens.css makes it. */
const wide = '(width >= 1200px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the window is wide enough for the menu to stand beside the page. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);
}
