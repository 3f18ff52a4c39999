import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { stationOpened } from '../../features/auth/clientUserSlice.ts';
import type { Store } from '../state/store.ts';

/** If a link to a station opened the app, writes the id of the station into the Redux store. */
export function openLinkedStation(
  store: Store,
  address: Pick<Location, 'pathname' | 'search'>,
): void {
  const typed = new URLSearchParams(address.search).get('equip_id');
  const id = typed === null ? null : parseStationId(typed);
  const isHome = address.pathname === '/' || address.pathname === '/home';
  if (id !== null && isHome) store.dispatch(stationOpened(id));
}
