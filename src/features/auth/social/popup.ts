/**
 * The provider's page stands in a window of its own, and this one waits. Between the two the browser
 * cuts the line (each is isolated from other sites), so the returned window says so to all of ours.
 */

const channelName = 'social';
const closedEveryMs = 400;
/** Windows of one browser hear each other at once; a page that does not is not there. */
const heardWithinMs = 1_000;
/** A page of ours on a bad line. */
const lateWithinMs = 60_000;

interface Told {
  told: 'returned' | 'heard';
  attemptId: string;
}

function say(channel: BroadcastChannel, told: Told): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches one origin
  channel.postMessage(told);
}

function isTold(value: unknown): value is Told {
  return (
    typeof value === 'object' &&
    value !== null &&
    'told' in value &&
    'attemptId' in value &&
    typeof value.attemptId === 'string'
  );
}

/**
 * Opens the window, empty: only what is opened within a person's press is not blocked.
 *
 * @returns null where the browser blocks it, or gives windows no way to hear each other, and in an
 * installed app, which has one window.
 */
export function openPopup(): Window | null {
  if (!hasChannels() || matchMedia('(display-mode: standalone)').matches) return null;
  return window.open('about:blank', '_blank', 'popup,width=480,height=680');
}

/**
 * Resolves once the window of an attempt is back: true; or when nobody waits any more: false. A window
 * that comes only then is still heard, so that it closes: seen as closed, it may have been finished
 * before its page was there.
 */
export function whenReturned(attemptId: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isTold(data) || data.told !== 'returned' || data.attemptId !== attemptId) return;
      say(channel, { told: 'heard', attemptId });
      resolve(true);
    });
    signal.addEventListener('abort', () => {
      resolve(false);
      setTimeout(() => channel.close(), lateWithinMs);
    });
  });
}

/** Resolves once the window is closed, or cut off from this one, or when nobody waits any more. */
export function whenClosed(popup: Window, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      // One that isolates itself looks closed at once; one that closes gives the focus back.
      if (popup.closed && document.hasFocus()) end();
    }, closedEveryMs);
    const end = () => {
      clearInterval(timer);
      resolve();
    };
    signal.addEventListener('abort', end);
  });
}

/** Absent in Safari before 15.4, whatever the types say. */
const hasChannels = () => 'BroadcastChannel' in globalThis;

/** In the returned window: whether a page of ours waits for it. */
export async function tellReturned(attemptId: string): Promise<boolean> {
  if (!hasChannels()) return false;
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const end = (heard: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(heard);
    };
    const timer = setTimeout(() => end(false), heardWithinMs);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isTold(data) && data.told === 'heard' && data.attemptId === attemptId) end(true);
    });
    say(channel, { told: 'returned', attemptId });
  });
}
