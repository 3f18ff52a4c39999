import { useLocation } from 'react-router-dom';
import { safeInternalPath } from '../../lib/navigation/internalPath.ts';

/** What a link to a station keeps, so that closing the station leads back to the list it was in. */
export interface OpenedFrom {
  openedFrom: string;
}

/** Where closing the station leads: to the search that it was found in, else to the stations around. */
export function useCloseTarget(): string {
  const { state } = useLocation();
  const from: unknown =
    typeof state === 'object' && state !== null && 'openedFrom' in state ? state.openedFrom : null;
  return typeof from === 'string' ? safeInternalPath(from) : '/home';
}

/** What the list was for that the station was found in. */
export function useOpenedFor(): 'rent' | 'return' {
  const [, query] = useCloseTarget().split('?');
  return new URLSearchParams(query).get('for') === 'return' ? 'return' : 'rent';
}
