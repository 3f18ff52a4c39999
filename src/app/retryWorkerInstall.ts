import { currentConnection, watchConnection } from '../api/connection.ts';
import { isWorkerOff } from './killSwitch.ts';

/** A line that loses files loses fewer each time: those that came stay. In milliseconds. */
const pausesMs = [30_000, 60_000, 120_000, 240_000, 480_000];

/**
 * Begins the first install of the service worker again where it broke off, after a pause or as soon as
 * the network is back: a visit may be the only one with a network. A version that comes later is
 * installed by itself the next time the browser asks for it, and the one before runs until then.
 */
export function retryWorkerInstall(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const begin = async () => {
    // One that could not be installed is forgotten by the browser; one that is at it is left alone.
    if ((await navigator.serviceWorker.getRegistration()) !== undefined) return;
    tries += 1;
    if (await isWorkerOff()) return;
    await navigator.serviceWorker.register('/sw.js');
  };
  const look = async () => {
    clearTimeout(timer);
    const pause = pausesMs[tries];
    if (pause === undefined) return;
    timer = setTimeout(() => void look(), pause);
    try {
      if (currentConnection() === 'online') await begin();
    } catch {
      // Refused by the browser's settings, or the file did not come either.
    }
  };

  timer = setTimeout(() => void look(), pausesMs[0]);
  const unwatch = watchConnection((connection) => {
    if (connection === 'online') void look();
  });
  // Also one that is there only to end itself.
  void navigator.serviceWorker.ready.then(() => {
    unwatch();
    clearTimeout(timer);
    tries = pausesMs.length;
  });
}
