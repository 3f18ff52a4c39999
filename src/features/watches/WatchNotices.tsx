import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { api } from '../../api/api.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { serverTime, useServerNow } from '../../api/serverClock.ts';
import { formatTime } from '../../lib/format/time.ts';
import { usePolling } from '../../lib/device/heartbeat.ts';
import { usePageVisible } from '../../lib/device/usePageVisible.ts';
import { vibrate } from '../../lib/device/vibrate.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import type { WatchOutcome } from './watchOutcome.ts';
import { watchOutcome } from './watchOutcome.ts';
import { useFollowWatchQuery, useGetWatchQuery } from './watchesApi.ts';
import type { StoredWatch } from './watchesSlice.ts';
import { selectWatches, watchForgotten, watchTold } from './watchesSlice.ts';

/** Milliseconds between requests for the state of a watch. */
const pollingInterval = 20_000;

/** Follows the watches on every page, and shows their results. */
export function WatchNotices() {
  const watches = useSelector(selectWatches);
  // Each watch polls until its result is shown. Only one watch also uses live events, because a
  // browser opens at most six connections to a server.
  const live = watches.findLast(({ isTold }) => !isTold)?.id;
  return watches.map((watch) => (
    <WatchNotice key={watch.id} watch={watch} isLive={watch.id === live} />
  ));
}

function WatchNotice({ watch, isLive }: { watch: StoredWatch; isLive: boolean }) {
  const { t } = useTranslation(['watches', 'common']);
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { status, text } = useOutcome(watch, isLive);
  const announce = useAnnounce();
  const { id, isTold, stationId } = watch;

  useEffect(() => {
    if (status === 'past') dispatch(watchForgotten(id));
    if (text === null || isTold) return;
    dispatch(watchTold(id));
    // Load the station again, because the counts on this device may be older than the result of the watch.
    dispatch(api.util.invalidateTags([{ type: 'Station', id: stationId }]));
    announce(text);
    vibrate();
  }, [status, text, isTold, id, stationId, announce, dispatch]);

  if (text === null) return null;
  const close = () => dispatch(watchForgotten(id));
  return (
    <Banner
      tone="info"
      action={
        <>
          {status === 'expired' ? null : (
            <Button
              variant="text"
              onClick={() => {
                close();
                void navigate(`/home?equip_id=${stationId}`);
              }}
            >
              {t(($) => $.show)}
            </Button>
          )}
          <Button variant="text" onClick={close}>
            {t(($) => $.common.close)}
          </Button>
        </>
      }
    >
      {text}
    </Banner>
  );
}

/**
 * Returns the state of the watch. Requests the state while the page is visible, until the app has shown the
 * result.
 */
function useOutcome(
  { id, wants, stationName, isTold }: StoredWatch,
  isLive: boolean,
): { status: WatchOutcome['status']; text: string | null } {
  const { t } = useTranslation('watches');
  const now = useServerNow(10_000);
  const isVisible = usePageVisible();
  const { data, error, fulfilledTimeStamp, refetch } = useGetWatchQuery(id, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  usePolling(isTold ? 0 : pollingInterval, refetch);
  useFollowWatchQuery(id, { skip: !isLive || !isVisible });
  const outcome = outcomeOf();

  function outcomeOf(): WatchOutcome {
    if (error && apiErrorCode(error) === 'watchNotFound') return { status: 'past' };
    if (data === undefined) return { status: 'waiting' };
    return watchOutcome(data, now, serverTime(fulfilledTimeStamp ?? 0));
  }

  const isCharger = wants === 'charger';
  switch (outcome.status) {
    case 'available':
      return {
        status: outcome.status,
        text: isCharger
          ? t(($) => $.chargerHere, { name: stationName })
          : t(($) => $.freeSlotHere, { name: stationName }),
      };
    case 'cameAt': {
      const values = { name: stationName, time: formatTime(outcome.at) };
      return {
        status: outcome.status,
        text: isCharger ? t(($) => $.chargerCame, values) : t(($) => $.freeSlotCame, values),
      };
    }
    case 'expired':
      return {
        status: outcome.status,
        text: isCharger
          ? t(($) => $.noCharger, { name: stationName })
          : t(($) => $.noFreeSlot, { name: stationName }),
      };
    default:
      return { status: outcome.status, text: null };
  }
}
