import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { stationOpened } from '../../features/auth/clientUserSlice.ts';
import type { Store } from '../state/store.ts';

/** If the address leads to home and contains the id of a station, writes this id into the Redux store. */
export function openLinkedStation(
  store: Store,
  address: Pick<Location, 'pathname' | 'search'>,
): void {
  const typed = new URLSearchParams(address.search).get('equip_id');
  const id = typed === null ? null : parseStationId(typed);
  const isHome = address.pathname === '/' || address.pathname === '/home';
  if (id !== null && isHome) store.dispatch(stationOpened(id));
}
