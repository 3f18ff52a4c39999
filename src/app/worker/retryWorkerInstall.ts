import { currentConnection, watchConnection } from '../../api/connection.ts';
import { isWorkerOff } from './killSwitch.ts';

/**
 * Milliseconds between attempts. Files that an attempt has loaded stay in the cache, so each attempt loads fewer files
 * than the attempt before.
 */
const pausesMs = [30_000, 60_000, 120_000, 240_000, 480_000];

/**
 * Retries the first installation of the service worker if the installation failed. Retries after a
 * pause, or as soon as the network is back. Does not wait for the next visit, because the user may
 * have no network then. Later versions need no retry: the browser installs them at its next check,
 * and the old version runs until then.
 */
export function retryWorkerInstall(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const begin = async () => {
    // The browser removes the registration of a service worker that failed to install. If a
    // registration exists, the installation still runs or has succeeded.
    if ((await navigator.serviceWorker.getRegistration()) !== undefined) return;
    tries += 1;
    if (await isWorkerOff()) return;
    await navigator.serviceWorker.register('/sw.js');
  };
  const attempt = async () => {
    clearTimeout(timer);
    const pause = pausesMs[tries];
    // Without a network, the next attempt begins when the network is back. A timer would only wake the device.
    if (pause === undefined || currentConnection() === 'offline') return;
    timer = setTimeout(() => void attempt(), pause);
    try {
      await begin();
    } catch {
      // The settings of the browser refuse the service worker, or the file of the service worker
      // failed to load.
    }
  };

  timer = setTimeout(() => void attempt(), pausesMs[0]);
  const unwatch = watchConnection((connection) => {
    if (connection === 'online') void attempt();
  });
  // A service worker that only removes itself also becomes ready, and so also ends the retries.
  void navigator.serviceWorker.ready.then(() => {
    unwatch();
    clearTimeout(timer);
    tries = pausesMs.length;
  });
}
