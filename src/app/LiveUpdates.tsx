import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { startLiveUpdates } from './state/liveUpdates.ts';
import type { Store } from './state/store.ts';

const useAppStore = useStore.withTypes<Store>();

/** Receives live updates of one session while this component is mounted. */
export function LiveUpdates() {
  const store = useAppStore();
  const navigate = useNavigate();
  const goTo = useEffectEvent((path: string) => void navigate(path));
  useEffect(() => startLiveUpdates(store, (path) => goTo(path)), [store]);
  return null;
}
