import type { WorkboxPlugin } from 'workbox-core';

/** A sign-in page where a file was asked for, or a file from where nobody asked for one. */
function isForeign(asked: string, { url, redirected, headers }: Response): boolean {
  const isElsewhere = redirected && new URL(url).origin !== new URL(asked).origin;
  return isElsewhere || /^text\/html\b/i.test(headers.get('content-type') ?? '');
}

/**
 * Whether an answer may stay. Opaque ones count with megabytes against the quota and hide what they
 * are, a part of a file (206) is not the file, and errors must not stay. One that is cut short fails
 * while it is written, and leaves nothing.
 */
export function isCacheable(
  asked: string,
  response: Response,
  statuses: readonly number[],
): boolean {
  return statuses.includes(response.status) && !isForeign(asked, response);
}

/** Keeps only whole files, with one of these statuses. */
export const onlyCacheable = (...statuses: number[]): WorkboxPlugin => ({
  cacheWillUpdate: async ({ request, response }) =>
    isCacheable(request.url, response, statuses) ? response : null,
});
