import { useLocation } from 'react-router-dom';
import { safeInternalPath } from '../../lib/navigation/internalPath.ts';

/** Navigation state of a link to a station, so that closing the station leads back to the list. */
export interface OpenedFrom {
  openedFrom: string;
}

/**
 * The page after closing the station: the search in which it was found, else the nearby stations.
 */
export function useCloseTarget(): string {
  const { state } = useLocation();
  const from: unknown =
    typeof state === 'object' && state !== null && 'openedFrom' in state ? state.openedFrom : null;
  return typeof from === 'string' ? safeInternalPath(from) : '/home';
}

/** The purpose of the list in which the station was found. */
export function useListPurpose(): 'rent' | 'return' {
  const [, query] = useCloseTarget().split('?');
  return new URLSearchParams(query).get('for') === 'return' ? 'return' : 'rent';
}
