/** Messages from the app to its service worker. */
export type WorkerMessage =
  /** The waiting version may take over: the user agreed, or has not done anything yet. */
  | { type: 'SKIP_WAITING' }
  /** The files that the page loaded before the worker could cache them. */
  | { type: 'CACHE_URLS'; payload: { urlsToCache: string[] } }
  /** Paths of tiles and stations that the user probably needs now, most important first. */
  | { type: 'KEEP'; paths: string[] }
  /** The page is idle and the network is good: the worker can prefetch files. */
  | { type: 'WARM' }
  /** Asks which notifications opened windows of the app. The worker answers with `Opened` over the port. */
  | { type: 'ASK_OPENED' }
  /** The operator has switched the worker off, and the page is removing it. */
  | { type: 'END' };

/** Messages from the service worker to the open pages. */
export type PageMessage =
  /** A newer answer than the cached one that was shown, or one that was fetched in the background. */
  | { type: 'ANSWERED'; url: string; body: string }
  /**
   * A cached answer was shown because the network was slow. Now it is known that the network does not
   * answer.
   */
  | { type: 'UNANSWERED'; url: string }
  /** A push message arrived and is shown. */
  | { type: 'NOTIFIED' }
  /**
   * A notification was pressed: the page opens its path, unless work is ongoing. The page answers with
   * any message over the port, to confirm that it is running.
   */
  | ({ type: 'OPEN' } & Pressed)
  /** The browser replaced the push subscription, or it has ended. */
  | { type: 'PUSH_CHANGED' };

/** A notification that was pressed. Its id is null if the message could not be read. */
export interface Pressed {
  path: string;
  notificationId: string | null;
}

/** The notifications that opened a window since a page last asked. */
export interface Opened {
  notificationIds: string[];
}

/** Why an answer comes from the cache; sent in the header `x-kept`. */
export type CacheReason =
  /** The network has not answered yet. */
  | 'slow'
  /** No answer came, or the answer was not from our server. */
  | 'offline'
  /** The server, or a proxy in front of it, answered with an error. */
  | 'failing';
