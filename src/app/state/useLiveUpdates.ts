import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { forgetRunningOrder } from '../../features/orders/running/forgetRunningOrder.ts';
import { importWithRetry } from '../../lib/loading/importWithRetry.ts';
import type { Store } from './store.ts';

const useAppStore = useStore.withTypes<Store>();

/**
 * Starts live updates while there is a session. Without a session, removes the saved running order
 * from the device.
 */
export function useLiveUpdates(sessionId: string | null): void {
  const store = useAppStore();
  const navigate = useNavigate();
  const goTo = useEffectEvent((path: string) => void navigate(path));

  useEffect(() => {
    if (sessionId === null) {
      forgetRunningOrder();
      return undefined;
    }
    let stop: (() => void) | null = null;
    let ended = false;
    // The code of live updates is a separate chunk, because the first paint and users without a
    // session do not need it.
    importWithRetry(() => import('./liveUpdates.ts')).then(
      ({ startLiveUpdates }) => {
        if (!ended) stop = startLiveUpdates(store, (path) => goTo(path));
      },
      () => {
        // The code failed to load. Until the next start of the app, each screen only polls.
      },
    );
    return () => {
      ended = true;
      stop?.();
    };
  }, [store, sessionId]);
}
