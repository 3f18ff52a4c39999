/** What the app may say to its service worker. */
export type WorkerMessage =
  /** A person agreed to the waiting version, or nobody had begun anything yet. */
  | { type: 'SKIP_WAITING' }
  /** What the page fetched before the worker was there to keep it. */
  | { type: 'CACHE_URLS'; payload: { urlsToCache: string[] } };
