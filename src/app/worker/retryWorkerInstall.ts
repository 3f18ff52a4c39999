import { currentConnection, watchConnection } from '../../api/connection.ts';
import { isWorkerOff } from './killSwitch.ts';

/**
 * The pauses between attempts, in milliseconds. Loaded files stay in the cache, so each attempt loads
 * fewer files.
 */
const pausesMs = [30_000, 60_000, 120_000, 240_000, 480_000];

/**
 * Retries the first install of the service worker if it failed: after a pause, or as soon as the network
 * is back. This visit may be the only one with a network. Later versions need no retry: the browser
 * installs them at its next check, and the old version runs until then.
 */
export function retryWorkerInstall(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const begin = async () => {
    // The browser forgets a worker that failed to install. A worker that still installs is left alone.
    if ((await navigator.serviceWorker.getRegistration()) !== undefined) return;
    tries += 1;
    if (await isWorkerOff()) return;
    await navigator.serviceWorker.register('/sw.js');
  };
  const attempt = async () => {
    clearTimeout(timer);
    const pause = pausesMs[tries];
    if (pause === undefined) return;
    timer = setTimeout(() => void attempt(), pause);
    try {
      if (currentConnection() === 'online') await begin();
    } catch {
      // The settings of the browser refuse it, or the file did not load.
    }
  };

  timer = setTimeout(() => void attempt(), pausesMs[0]);
  const unwatch = watchConnection((connection) => {
    if (connection === 'online') void attempt();
  });
  // This includes a worker that only removes itself.
  void navigator.serviceWorker.ready.then(() => {
    unwatch();
    clearTimeout(timer);
    tries = pausesMs.length;
  });
}
