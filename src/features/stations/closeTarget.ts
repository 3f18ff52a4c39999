import { useLocation } from 'react-router-dom';
import type { Purpose } from '../../../contract/rules/firstScreen/purpose.ts';
import { safeInternalPath } from '../../lib/navigation/internalPath.ts';

/** The navigation state of a link to a station. When the rider closes the station, the list opens again. */
export interface OpenedFrom {
  openedFrom: string;
}

/**
 * Returns the page to open when the rider closes the station: the search that contained the station, or the
 * nearby stations.
 */
export function useCloseTarget(): string {
  const { state } = useLocation();
  const from: unknown =
    typeof state === 'object' && state !== null && 'openedFrom' in state ? state.openedFrom : null;
  return typeof from === 'string' ? safeInternalPath(from) : '/home';
}

/** The purpose of the list that contained the station. */
export function useListPurpose(): Purpose {
  const [, query] = useCloseTarget().split('?');
  return new URLSearchParams(query).get('for') === 'return' ? 'return' : 'rent';
}
