import { useEffect } from 'react';

/** So long a screen is held for what a tap leads to, in milliseconds; by then that holds it itself. */
const afterTapMs = 20_000;

/** Null where the browser cannot or will not: the screen may go dark, and nothing else changes. */
async function hold(): Promise<WakeLockSentinel | null> {
  if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return null;
  try {
    return await navigator.wakeLock.request('screen');
  } catch (error) {
    // Refused to save power, by policy, or because nothing was tapped.
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}

/**
 * Call it in the tap that leads to what keeps the screen awake: Safari lets a page begin that only in
 * a tap, and go on with it from then on.
 */
export function wakeInTap(): void {
  void hold().then((held) => held && setTimeout(() => void held.release(), afterTapMs));
}

/** Keeps the screen awake while `active` and seen. */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    let ended = false;
    let lock: WakeLockSentinel | null = null;

    const holdAgain = async () => {
      const held = await hold();
      if (ended) await held?.release();
      else if (held) lock = held;
      // The next tap may be what it takes.
      else document.addEventListener('click', again, { once: true });
    };
    const again = () => void holdAgain();

    again();
    // The browser lets go by itself when the page is hidden.
    document.addEventListener('visibilitychange', again);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', again);
      document.removeEventListener('click', again);
      void lock?.release();
    };
  }, [active]);
}
