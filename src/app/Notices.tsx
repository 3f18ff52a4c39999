import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { useConnection, type Connection } from '../api/connection.ts';
import { selectLostSession } from '../features/auth/clientUserSlice.ts';
import { selectHasWatches } from '../features/watches/watchesSlice.ts';
import { LazyPart } from '../lib/lazyPart.ts';
import { withTexts } from '../lib/texts.ts';
import { useLazyPart } from '../lib/useLazyPart.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { useAnnounce, useToast } from '../ui/messages.ts';
import { mayUpdateOn, useUpdate } from './update.ts';

/**
 * What concerns every page: that the network does not answer, that a new version is ready, and that
 * what a person waits for is there.
 */
export function Notices() {
  return (
    <div className="notices">
      <OfflineNotice />
      <UpdateNotice />
      <LostSession />
      <Watches />
    </div>
  );
}

function OfflineNotice() {
  const { t } = useTranslation('messages');
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

function UpdateNotice() {
  const { t } = useTranslation('messages');
  const update = useUpdate();
  const { pathname } = useLocation();
  const [isPutOff, putOff] = useState(false);

  useEffect(() => {
    // Another tab took the new version: this one follows with its next page, where that loses nothing.
    if (update.status === 'replaced' && mayUpdateOn(pathname)) location.reload();
  }, [update, pathname]);

  if (update.status !== 'waiting' || isPutOff || !mayUpdateOn(pathname)) return null;
  return (
    <Banner
      tone="info"
      action={
        <>
          <Button variant="text" onClick={update.apply}>
            {t(($) => $.update)}
          </Button>
          <Button variant="text" onClick={() => putOff(true)}>
            {t(($) => $.later)}
          </Button>
        </>
      }
    >
      {t(($) => $.updateReady)}
    </Banner>
  );
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

/** Who waits for nothing does without the code. */
const watchNotices = new LazyPart(
  async () => (await import('../features/watches/WatchNotices.tsx')).WatchNotices,
);

function Watches() {
  const { pathname } = useLocation();
  const isWanted = useSelector(selectHasWatches) && mayUpdateOn(pathname);
  const notices = useLazyPart(watchNotices, isWanted);
  return isWanted && notices.status === 'ready' ? <notices.Part /> : null;
}
