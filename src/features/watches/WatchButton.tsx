import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { StationSummary } from '../../../contract/stations.ts';
import type { WatchedThing } from '../../../contract/watches.ts';
import { useConnection } from '../../api/connection.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { formatTime } from '../../lib/format/time.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import styles from './WatchButton.module.css';
import { useEndWatchMutation, useSetWatchMutation } from './watchesApi.ts';
import { selectWatches } from './watchesSlice.ts';

export interface WatchButtonProps {
  station: Pick<StationSummary, 'id' | 'name'>;
  wants: WatchedThing;
}

/** Sets a watch for the charger or the free slot that the station does not have, and shows when the watch ends. */
export function WatchButton({ station, wants }: WatchButtonProps) {
  const { t } = useTranslation(['sheet', 'stations']);
  const now = useServerNow(30_000);
  const watch = useSelector(selectWatches).find(
    (one) => one.stationId === station.id && one.wants === wants && Date.parse(one.expiresAt) > now,
  );
  const isOffline = useConnection() === 'offline';
  const [setWatch, { isLoading, error }] = useSetWatchMutation();
  const [endWatch] = useEndWatchMutation();
  const errorText = useErrorText();

  const announce = useAnnounce();
  const container = useRef<HTMLDivElement>(null);
  const id = watch?.id;
  const before = useRef(id);
  const pressed = useRef(false);
  const message = watch ? t(($) => $.watching, { time: formatTime(watch.expiresAt) }) : null;

  const ask = async () => {
    pressed.current = true;
    const { error: refusal } = await setWatch({
      stationId: station.id,
      stationName: station.name,
      wants,
    });
    if (refusal) pressed.current = false;
  };

  // If the pressed button has disappeared, move the focus to the button that replaces it. A change without a
  // press moves no focus: the watch may have ended, or may be from an earlier visit.
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    if (!pressed.current) return;
    pressed.current = false;
    container.current?.querySelector('button')?.focus({ preventScroll: true });
    if (message !== null) announce(message);
  }, [before, id, message, announce]);

  if (watch) {
    return (
      <div className={styles['waiting']} ref={container}>
        <p>{message}</p>
        <Button
          variant="text"
          onClick={() => {
            pressed.current = true;
            void endWatch(watch.id);
          }}
        >
          {t(($) => $.watchEnd)}
        </Button>
      </div>
    );
  }
  const problem = error && !isOffline ? errorText(error) : null;
  return (
    <div className={styles['ask']} ref={container}>
      {isOffline ? (
        <p className={styles['reason']} id="watch-reason">
          {t(($) => $.watchOffline)}
        </p>
      ) : null}
      {problem === null ? null : (
        <p className={styles['reason']} role="alert">
          {problem}
        </p>
      )}
      <Button
        busy={isLoading}
        describedBy={isOffline ? 'watch-reason' : undefined}
        onClick={() => void ask()}
      >
        {wants === 'charger' ? t(($) => $.stations.watchCharger) : t(($) => $.watchFreeSlot)}
      </Button>
    </div>
  );
}
