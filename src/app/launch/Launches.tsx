import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { configApi } from '../../api/configApi.ts';
import { readStationLink } from '../../features/scan/readStationLink.ts';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { session } from '../../lib/storage/storage.ts';
import { rememberArrival } from '../../lib/page/promptTurns.ts';
import { withTexts } from '../../lib/language/texts.ts';
import { isWorkOngoing, useIsWorkOngoing } from '../../lib/page/ongoingWork.ts';
import { useLazyPart } from '../../lib/loading/useLazyPart.ts';
import { handleLaunches } from './launchQueue.ts';
import { openLinkedStation } from './openLinkedStation.ts';
import type { Store } from '../state/store.ts';
import { saveLinkedInvite } from './saveLinkedInvite.ts';
import { mayUpdateOn } from '../update/update.ts';

const useAppStore = useStore.withTypes<Store>();

const waitingLaunch = new LazyPart(
  async () =>
    await withTexts(
      import('../../features/install/WaitingLaunch.tsx').then(({ WaitingLaunch }) => WaitingLaunch),
      'install',
    ),
);

const waitingKey = 'launchWaits';

/**
 * Stores the waiting link for this tab, so that the link survives a reload. Null removes the stored
 * link.
 */
function keepWaiting(path: string | null): void {
  if (path === null) session.remove(waitingKey);
  else session.set(waitingKey, path);
}

/**
 * Handles a link or a shortcut with which the user launched the app while it was already running.
 * If the user must not be interrupted, the link waits and a notice offers to open it.
 */
export function Launches() {
  const store = useAppStore();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [waiting, setWaiting] = useState(() => session.get(waitingKey));
  const movesMoney = useIsWorkOngoing('money');
  // The page that waits for the charger must not be interrupted. The page calls `useOngoingWork`
  // only after it has loaded the order, so check the path of the page, too.
  const isHeld = movesMoney || pathname === '/home/rent/preparing';
  const notice = useLazyPart(waitingLaunch, waiting !== null);

  const wait = (path: string | null) => {
    keepWaiting(path);
    setWaiting(path);
  };
  const open = (path: string) => {
    wait(null);
    const address = new URL(path, location.origin);
    openLinkedStation(store, address);
    saveLinkedInvite(store, address);
    rememberArrival(address.href);
    void navigate(path);
  };
  const openOrWait = useEffectEvent((path: string) => {
    const isBusy =
      !mayUpdateOn(location.pathname) || isWorkOngoing('money', 'typing', 'camera', 'question');
    if (path === `${location.pathname}${location.search}`) return;
    if (isBusy) wait(path);
    else open(path);
  });
  useEffect(() => handleLaunches((path) => openOrWait(path)), []);

  // Hide the notice if the user has already opened the page of the link in another way.
  if (waiting === null || waiting === `${pathname}${search}` || notice.status !== 'ready')
    return null;
  return (
    <notice.Part
      station={stationOf(store, waiting)}
      isHeld={isHeld}
      onOpen={() => open(waiting)}
      onClose={() => wait(null)}
    />
  );
}

function stationOf(store: Store, path: string): string | null {
  const { searchParams } = new URL(path, location.origin);
  const id = searchParams.get('equip_id');
  if (id !== null) return parseStationId(id);
  const config = configApi.endpoints.getConfig.select()(store.getState()).data;
  const linkHosts = config?.linkHosts ?? [];
  return readStationLink(searchParams.get('link') ?? '', { origin: location.origin, linkHosts });
}
