import { useSyncExternalStore } from 'react';

/** The width from which a list and the details of one of its rows fit side by side. */
const roomy = '(width >= 960px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(roomy);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Returns whether the window has room for the details of a row beside the list. */
export function usePaneRoom(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(roomy).matches);
}
