import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useIsWorkOngoing } from '../../lib/page/ongoingWork.ts';
import { usePageVisible } from '../../lib/device/usePageVisible.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import { mayUpdateOn, type Update } from './update.ts';

/**
 * Offers a new version, unless the offer would interrupt the user. After another version has taken
 * over, reloads the tab when the reload does not interrupt the user (see `Follow`).
 */
export function UpdateNotice({ update }: { update: Update }) {
  const { pathname } = useLocation();
  const isBusy = useIsWorkOngoing('money', 'typing', 'camera') || !mayUpdateOn(pathname);
  const isOffered = update.status === 'waiting' && !update.isPutOff && !isBusy;
  useAnnounceOnce(isOffered);

  if (update.status === 'replaced') return <Follow update={update} />;
  return isOffered || (update.status === 'agreed' && !isBusy) ? <Question update={update} /> : null;
}

function Question({ update }: { update: Update }) {
  const { t } = useTranslation('messages');
  const isOpen = update.status === 'waiting';
  return (
    <Banner
      tone="info"
      action={
        <>
          <Button variant="text" busy={!isOpen} onClick={() => isOpen && update.agree()}>
            {t(($) => $.update)}
          </Button>
          {isOpen ? (
            <Button variant="text" onClick={update.putOff}>
              {t(($) => $.later)}
            </Button>
          ) : null}
        </>
      }
    >
      {t(($) => $.updateReady)}
    </Banner>
  );
}

/**
 * Announces the notice only once, although the notice disappears during ongoing work and returns
 * afterwards.
 */
function useAnnounceOnce(isOffered: boolean): void {
  const { t } = useTranslation('messages');
  const announce = useAnnounce();
  const isAnnounced = useRef(false);
  useEffect(() => {
    if (!isOffered || isAnnounced.current) return;
    isAnnounced.current = true;
    announce(t(($) => $.updateReady));
  }, [isOffered, announce, t]);
}

/**
 * Reloads the tab after another version of the service worker has taken over. If `isAgreed` is
 * true, the tab reloads as soon as a reload interrupts nothing. In other tabs, the reload also
 * waits until the user opens another page or hides the tab.
 */
function Follow({ update }: { update: Extract<Update, { status: 'replaced' }> }) {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const isSafe = !useIsWorkOngoing() && mayUpdateOn(pathname);
  const isSeen = usePageVisible();
  const isTime = update.isAgreed || pathname !== first || !isSeen;

  useEffect(() => {
    if (isSafe && isTime) update.follow();
  }, [isSafe, isTime, update]);
  return null;
}
