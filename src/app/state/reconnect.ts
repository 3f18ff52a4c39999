import { api } from '../../api/api.ts';
import { configApi } from '../../api/configApi.ts';
import {
  currentConnection,
  reportLost,
  reportReached,
  watchConnection,
} from '../../api/connection.ts';
import { pingServer } from './pingServer.ts';
import type { Store } from './store.ts';

/**
 * Milliseconds between the attempts to reach the server. After the end of this list, the last pause
 * repeats.
 */
const pausesMs = [2000, 4000, 8000, 15_000];

/**
 * Call this if the browser reports that it is offline. The browser may be wrong, so this function
 * reports a lost connection only if the server does not answer a ping.
 */
async function checkConnection(): Promise<void> {
  if (currentConnection() === 'online' && !(await pingServer())) reportLost();
}

/**
 * Detects when the server cannot be reached, even on a page that sends no requests. When the server
 * answers again, requests all data on the screen again.
 */
export function reconnect(store: Store): void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let failures = 0;

  const ping = async () => {
    timer = null;
    if (await pingServer()) reportReached();
    else if (isOffline) wait();
  };
  const wait = () => {
    // A hidden page does nothing. It pings when it becomes visible.
    if (document.visibilityState === 'hidden') return;
    const pause = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0;
    failures += 1;
    timer ??= setTimeout(() => void ping(), pause);
  };
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const pingNow = () => {
    stop();
    if (isOffline && document.visibilityState !== 'hidden') void ping();
  };

  let isOffline = currentConnection() === 'offline';
  if (isOffline) wait();
  watchConnection((connection) => {
    isOffline = connection === 'offline';
    if (isOffline) {
      failures = 0;
      wait();
      return;
    }
    stop();
    store.dispatch(api.internalActions.onOnline());
    const { getConfig } = configApi.endpoints;
    if (getConfig.select()(store.getState()).isError) {
      void store.dispatch(getConfig.initiate(undefined, { subscribe: false, forceRefetch: true }));
    }
  });
  window.addEventListener('offline', () => void checkConnection());
  if (!navigator.onLine) void checkConnection();
  window.addEventListener('online', pingNow);
  document.addEventListener('visibilitychange', pingNow);
}
