import { useEffect } from 'react';

/** `wakeInTap` releases its lock after this time, in milliseconds. By then, the next page has its own lock. */
const afterTapMs = 20_000;

/**
 * Requests the lock. Returns null if the browser does not support wake locks or refuses the lock.
 * The screen may then turn off, but the app still works.
 */
async function requestLock(): Promise<WakeLockSentinel | null> {
  if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return null;
  try {
    return await navigator.wakeLock.request('screen');
  } catch (error) {
    // The browser refuses the lock to save power, because of a policy, or because the user has not
    // tapped yet.
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}

/**
 * Call this in the tap that opens a page with `useWakeLock`. Safari grants the first lock of a page
 * only in a tap. Safari grants later locks without a tap.
 */
export function wakeInTap(): void {
  void requestLock().then(
    (granted) => granted && setTimeout(() => void granted.release(), afterTapMs),
  );
}

/** Keeps the screen awake while `active` is true and the page is visible. */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    let ended = false;
    let lock: WakeLockSentinel | null = null;

    const isHeld = () => lock !== null && !lock.released;
    const relock = async () => {
      if (isHeld()) return;
      const granted = await requestLock();
      // The effect may have ended, or another request may have been granted, in the meantime.
      if (ended || isHeld()) await granted?.release();
      else if (granted) lock = granted;
      // The browser may require a tap, so request the lock again in the next tap.
      else document.addEventListener('click', again, { once: true });
    };
    const again = () => void relock();

    again();
    // The browser releases the lock when the page is hidden.
    document.addEventListener('visibilitychange', again);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', again);
      document.removeEventListener('click', again);
      void lock?.release();
    };
  }, [active]);
}
