import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { forgetRunningOrder } from '../../features/orders/running/forgetRunningOrder.ts';
import { importWithRetry } from '../../lib/loading/importWithRetry.ts';
import type { Store } from './store.ts';

const useAppStore = useStore.withTypes<Store>();

/** Follows what concerns whoever is signed in; a guest has no orders, and leaves none on the device. */
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
    // A chunk of its own: guests, and the first paint, do without it.
    importWithRetry(() => import('./liveUpdates.ts')).then(
      ({ startLiveUpdates }) => {
        if (!ended) stop = startLiveUpdates(store, (path) => goTo(path));
      },
      () => {
        // The code did not load. Each screen asks for itself meanwhile.
      },
    );
    return () => {
      ended = true;
      stop?.();
    };
  }, [store, sessionId]);
}
