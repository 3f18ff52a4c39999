/**
 * The provider's page opens in a popup, and this page waits. Cross-origin isolation separates the two
 * windows. Therefore the popup reports its return to all pages of this app, by a broadcast channel.
 */

const channelName = 'social';
const closedEveryMs = 400;
/**
 * In milliseconds. A waiting window of the same browser answers at once. If no answer arrives in this time, no window
 * waits for the popup.
 */
const replyTimeoutMs = 1_000;
/**
 * In milliseconds. For this time, the page still answers a late popup after it has stopped waiting.
 * The time is long, because the popup may load a page of this app over a slow network.
 */
const pageLoadTimeoutMs = 60_000;

interface PopupMessage {
  told: 'returned' | 'heard';
  attemptId: string;
}

function post(channel: BroadcastChannel, message: PopupMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches one origin
  channel.postMessage(message);
}

function isPopupMessage(value: unknown): value is PopupMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'told' in value &&
    'attemptId' in value &&
    typeof value.attemptId === 'string'
  );
}

/**
 * Opens an empty popup. Call this during a press, because browsers allow popups only during a press.
 *
 * @returns null if the browser blocks popups or has no channel between windows. Also returns null in an installed app,
 *   because an installed app has only one window.
 */
export function openPopup(): Window | null {
  if (!hasChannels() || matchMedia('(display-mode: standalone)').matches) return null;
  return window.open('about:blank', '_blank', 'popup,width=480,height=680');
}

/**
 * Resolves to true when the popup of an attempt returns, or to false when the page stops waiting. A popup may
 * look closed before its page has loaded, and may return later. A late popup also gets an answer, so that it
 * closes.
 */
export function whenReturned(attemptId: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isPopupMessage(data) || data.told !== 'returned' || data.attemptId !== attemptId) return;
      post(channel, { told: 'heard', attemptId });
      resolve(true);
    });
    signal.addEventListener('abort', () => {
      resolve(false);
      setTimeout(() => channel.close(), pageLoadTimeoutMs);
    });
  });
}

/**
 * Resolves when the popup is closed, or when the page stops waiting. A popup that the browser has
 * separated from this window looks closed at once. Such a popup counts as closed when this window
 * gets the focus.
 */
export function whenClosed(popup: Window, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      // `closed` is not enough for a separated popup. When a popup really closes, this window gets
      // the focus.
      if (popup.closed && document.hasFocus()) end();
    }, closedEveryMs);
    const end = () => {
      clearInterval(timer);
      resolve();
    };
    signal.addEventListener('abort', end);
  });
}

/** Safari before 15.4 has no broadcast channels, although the DOM types contain them. */
const hasChannels = () => 'BroadcastChannel' in globalThis;

/**
 * Call this in the popup. Reports the return of the popup. Resolves to true if a page of this app waits for
 * the popup.
 */
export async function reportReturn(attemptId: string): Promise<boolean> {
  if (!hasChannels()) return false;
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const end = (answered: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(answered);
    };
    const timer = setTimeout(() => end(false), replyTimeoutMs);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isPopupMessage(data) && data.told === 'heard' && data.attemptId === attemptId) end(true);
    });
    post(channel, { told: 'returned', attemptId });
  });
}
