import type { WorkboxPlugin } from 'workbox-core';

/** Whether the request was redirected to another origin, or the answer is HTML, such as the login page of a network. */
function isForeign(asked: string, { url, redirected, headers }: Response): boolean {
  const isElsewhere = redirected && new URL(url).origin !== new URL(asked).origin;
  return isElsewhere || /^text\/html\b/i.test(headers.get('content-type') ?? '');
}

/**
 * Whether an answer may be cached: it has one of the statuses, and `isForeign` is false. Parts of a file (206) and
 * errors are not cached. Opaque answers are not cached either, because the service worker cannot check their content,
 * and because each of them uses megabytes of the storage quota. If an answer is cut off, the write to the cache fails
 * and leaves nothing behind.
 */
export function isCacheable(
  asked: string,
  response: Response,
  statuses: readonly number[],
): boolean {
  return statuses.includes(response.status) && !isForeign(asked, response);
}

/** Caches only complete files with one of these statuses. */
export const onlyCacheable = (...statuses: number[]): WorkboxPlugin => ({
  cacheWillUpdate: async ({ request, response }) =>
    isCacheable(request.url, response, statuses) ? response : null,
});
