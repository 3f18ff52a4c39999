/** What the app may say to its service worker. */
export type WorkerMessage =
  /** A person agreed to the waiting version, or nobody had begun anything yet. */
  | { type: 'SKIP_WAITING' }
  /** What the page fetched before the worker was there to keep it. */
  | { type: 'CACHE_URLS'; payload: { urlsToCache: string[] } }
  /** Tiles and stations that matter to this person now, the most important first. */
  | { type: 'KEEP'; paths: string[] }
  /** Nothing else is under way, and the line is a good one: what is likely to be used can be fetched. */
  | { type: 'WARM' }
  /** Which notifications opened windows of the app; answered by `Opened` over the port. */
  | { type: 'ASK_OPENED' }
  /** The operator switched the worker off, and the page takes it away. */
  | { type: 'END' };

/** What the service worker may say to the open pages. */
export type PageMessage =
  /** A newer answer than the kept one that was shown, or one that was fetched in the background. */
  | { type: 'ANSWERED'; url: string; body: string }
  /** A kept answer was shown because the network was slow; by now it is known not to answer. */
  | { type: 'UNANSWERED'; url: string }
  /** A push message came and is shown. */
  | { type: 'NOTIFIED' }
  /**
   * A notification was pressed: the page goes there, unless something is under way on it. It answers
   * over the port, with whatever, that it has heard.
   */
  | ({ type: 'OPEN' } & Pressed)
  /** The browser made another subscription for push messages, or can make none any more. */
  | { type: 'PUSH_CHANGED' };

/** A notification that was pressed; its id is null where the message could not be read. */
export interface Pressed {
  path: string;
  notificationId: string | null;
}

/** Those that opened a window since the last time that a page asked. */
export interface Opened {
  notificationIds: string[];
}

/** Why an answer comes from the cache; in its header `x-kept`. */
export type KeptReason =
  /** The network has not answered yet. */
  | 'slow'
  /** The network did not answer, or somebody else did in the server's place. */
  | 'offline'
  /** The server, or what stands before it, answered that it cannot. */
  | 'failing';
