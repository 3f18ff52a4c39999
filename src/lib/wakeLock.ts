import { useEffect } from 'react';

/**
 * Keeps the screen awake while `active` and seen. Where the browser cannot or will not, the screen
 * may go dark and nothing else changes.
 */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return undefined;
    let ended = false;
    let lock: WakeLockSentinel | null = null;

    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const held = await navigator.wakeLock.request('screen');
        if (ended) await held.release();
        else lock = held;
      } catch (error) {
        // Refused to save power, or by policy.
        if (!(error instanceof DOMException)) throw error;
      }
    };
    // The browser lets go by itself when the page is hidden.
    const holdAgain = () => void hold();

    void hold();
    document.addEventListener('visibilitychange', holdAgain);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', holdAgain);
      void lock?.release();
    };
  }, [active]);
}
