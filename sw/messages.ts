/** Messages from the app to its service worker. */
export type WorkerMessage =
  /** The waiting version may take over, because the user agreed or has not done anything yet. */
  | { type: 'SKIP_WAITING' }
  /** The files that the page loaded before the service worker could cache them. */
  | { type: 'CACHE_URLS'; payload: { urlsToCache: string[] } }
  /** Paths of tiles and stations that the user probably needs now. The most important paths come first. */
  | { type: 'KEEP'; paths: string[] }
  /**
   * The page is idle, so the service worker can prefetch files. On a slow network, and if the browser is set to
   * save data, it prefetches only the pages between the scan of a code and the charger.
   */
  | { type: 'WARM'; onlyLaunch: boolean }
  /**
   * Asks which notifications opened windows of the app. The service worker answers with `Opened` on
   * the port.
   */
  | { type: 'ASK_OPENED' }
  /** The operator has switched the service worker off, and the page is removing it. */
  | { type: 'END' };

/** Messages from the service worker to the open pages. */
export type PageMessage =
  /** An answer that is newer than the cached answer on the page, or that was fetched in the background. */
  | { type: 'ANSWERED'; url: string; body: string }
  /**
   * A request got no answer, or an answer that is not from our server. The page has already got a cached answer to this
   * request, because the network was slow.
   */
  | { type: 'UNANSWERED'; url: string }
  /** A push message arrived and is shown. */
  | { type: 'NOTIFIED' }
  /**
   * The user pressed a notification. The page opens the path of the notification, unless the navigation would
   * interrupt something, such as a payment. The page answers with any message on the port to confirm that it is
   * running.
   */
  | ({ type: 'OPEN' } & Pressed)
  /** The browser has replaced the push subscription, or the subscription has ended. */
  | { type: 'PUSH_CHANGED' };

/**
 * A notification that was pressed. `notificationId` is null if the push message could not be read.
 */
export interface Pressed {
  path: string;
  notificationId: string | null;
}

/** The ids of the notifications that have opened a window since the last `ASK_OPENED`. */
export interface Opened {
  notificationIds: string[];
}

/** The reason why an answer comes from the cache. The header `x-kept` of the answer contains this reason. */
export type CacheReason =
  /** The network has not answered yet. */
  | 'slow'
  /** No answer came, or the answer was not from our server. */
  | 'offline'
  /** The server, or a proxy in front of it, answered with an error. */
  | 'failing';
