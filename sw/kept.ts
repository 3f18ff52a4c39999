import type { WorkboxPlugin } from 'workbox-core';

/** Tells the app that no fresh answer came; it then says so, with the age of what it shows. */
const keptHeader = 'x-kept';

/** Keeps an answer under its address alone: the request itself may carry the session. */
export const keyByAddress: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => request.url,
};

/** Marks what a strategy takes out of its cache because the network did not answer. */
export const markKept: WorkboxPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse }) => {
    if (!cachedResponse) return null;
    const headers = new Headers(cachedResponse.headers);
    headers.set(keptHeader, '1');
    return new Response(cachedResponse.body, { status: cachedResponse.status, headers });
  },
};
