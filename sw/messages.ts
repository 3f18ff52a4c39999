/** What the app may say to its service worker. */
export type WorkerMessage =
  /** A person agreed to the waiting version, or nobody had begun anything yet. */
  | { type: 'SKIP_WAITING' }
  /** What the page fetched before the worker was there to keep it. */
  | { type: 'CACHE_URLS'; payload: { urlsToCache: string[] } }
  /** Tiles and stations that matter to this person now, the most important first. */
  | { type: 'KEEP'; paths: string[] };

/** What the service worker may say to the open pages. */
export type PageMessage =
  /** A newer answer than the kept one that was shown, or one that was fetched in the background. */
  | { type: 'ANSWERED'; url: string; body: string }
  /** A kept answer was shown because the network was slow; by now it is known not to answer. */
  | { type: 'UNANSWERED'; url: string };

/** Why an answer comes from the cache; in its header `x-kept`. */
export type KeptReason =
  /** The network has not answered yet. */
  | 'slow'
  /** The network did not answer, or somebody else did in the server's place. */
  | 'offline'
  /** The server, or what stands before it, answered that it cannot. */
  | 'failing';
