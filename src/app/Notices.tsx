import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { useConnection, type Connection } from '../api/connection.ts';
import { useIsOutdated } from '../api/outdatedApp.ts';
import { selectLostSession } from '../features/auth/clientUserSlice.ts';
import { selectHasWatches } from '../features/watches/watchesSlice.ts';
import { LazyPart } from '../lib/loading/lazyPart.ts';
import { withTexts } from '../lib/language/texts.ts';
import { useLazyPart } from '../lib/loading/useLazyPart.ts';
import { Banner } from '../ui/feedback/Banner.tsx';
import { useAnnounce, useToast } from '../ui/feedback/messages.ts';
import { launches } from './launch/launchesPart.ts';
import { mayUpdateOn, useUpdate } from './update/update.ts';

/**
 * The notices that every page can show. For example, they inform the user that the server cannot be reached, that a new
 * version is ready, or that a watched station has a charger or a free slot.
 */
export function Notices() {
  return (
    <>
      <div className="notices">
        <OfflineNotice />
        <Updates />
        <LostSession />
        <Watches />
        <Launched />
      </div>
      {/* This notice is outside of the element above, because it is a dialog in the middle of the screen. The margins
          of the other notices would move the dialog into a corner. */}
      <Outdated />
    </>
  );
}

function OfflineNotice() {
  const { t } = useTranslation('common');
  const connection = useConnection();
  const toast = useToast();
  const announce = useAnnounce();
  const before = useRef<Connection>('online');

  useEffect(() => {
    if (before.current === connection) return;
    before.current = connection;
    if (connection === 'online') toast(t(($) => $.online));
    else announce(t(($) => $.offline));
  }, [connection, t, toast, announce]);

  return connection === 'offline' ? <Banner tone="info">{t(($) => $.offline)}</Banner> : null;
}

/**
 * The notice of an update is rarely needed, so its code loads on demand. It loads early enough,
 * while the cache still contains the code of this version.
 */
const updateNotice = new LazyPart(() =>
  withTexts(import('./update/UpdateNotice.tsx').then(({ UpdateNotice }) => UpdateNotice)),
);

function Updates() {
  const update = useUpdate();
  const isWanted = update.status !== 'none';
  const notice = useLazyPart(updateNotice, isWanted);
  return isWanted && notice.status === 'ready' ? <notice.Part update={update} /> : null;
}

const outdatedNotice = new LazyPart(() =>
  withTexts(import('./update/OutdatedNotice.tsx').then(({ OutdatedNotice }) => OutdatedNotice)),
);

function Outdated() {
  const isOutdated = useIsOutdated();
  const notice = useLazyPart(outdatedNotice, isOutdated);
  return isOutdated && notice.status === 'ready' ? <notice.Part /> : null;
}

const signedOutNotice = new LazyPart(() =>
  withTexts(
    import('../features/auth/SignedOutNotice.tsx').then(({ SignedOutNotice }) => SignedOutNotice),
  ),
);

function LostSession() {
  const isLost = useSelector(selectLostSession);
  const notice = useLazyPart(signedOutNotice, isLost);
  return isLost && notice.status === 'ready' ? <notice.Part /> : null;
}

/** The code for watches is loaded only for users who watch a station. */
const watchNotices = new LazyPart(() =>
  withTexts(
    import('../features/watches/WatchNotices.tsx').then(({ WatchNotices }) => WatchNotices),
  ),
);

function Watches() {
  const { pathname } = useLocation();
  const isWanted = useSelector(selectHasWatches) && mayUpdateOn(pathname);
  const notices = useLazyPart(watchNotices, isWanted);
  return isWanted && notices.status === 'ready' ? <notices.Part /> : null;
}

function Launched() {
  const part = useLazyPart(launches, false);
  return part.status === 'ready' ? <part.Part /> : null;
}
