import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing';
import { isCacheable } from './cache/cacheable.ts';

/** Addresses that a browser may open but that are none of the app's pages; a query may name a file. */
export const notPages = [
  /^\/(?:api|gbfs|sandbox|assets|icons)(?:\/|$)/,
  /^[^?]*\.[a-z\d]+(?:\?|$)/i,
];

/**
 * The page is told from a portal's by its own root, every other file by not being a page. While servers
 * are replaced one by one, the page may come from another build than the worker: every script that it names
 * must be among the `files` of this one, or without a network it would ask for what is not kept.
 */
export async function isOurFile(
  path: string,
  response: Response,
  files: readonly PrecacheEntry[],
): Promise<boolean> {
  if (new URL(path, location.origin).pathname !== '/index.html') {
    return isCacheable(path, response, [200]);
  }
  const page = response.status === 200 ? await response.clone().text() : '';
  const scripts = [...page.matchAll(/href="\/(assets\/[^"]+\.js)"/g)].map(([, script]) => script);
  const known = new Set(files.map(({ url }) => url));
  return page.includes('<div id="root">') && scripts.every((script) => known.has(script ?? ''));
}

/** Every page opens from what is kept: the shell, then the page's own chunk. */
export function serveShell(files: PrecacheEntry[]): void {
  cleanupOutdatedCaches();
  addPlugins([
    {
      cacheWillUpdate: async ({ request, response }) =>
        (await isOurFile(request.url, response, files)) ? response : null,
    },
  ]);
  precacheAndRoute(files, { directoryIndex: '' });
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notPages }),
  );
  // Where the browser's storage does not answer, the network still has every page and file. What came
  // of a call of the API is known by then.
  setCatchHandler(async ({ url, request }) => {
    const isCall = url === undefined || url.pathname.startsWith('/api/');
    return isCall ? Response.error() : fetch(request);
  });
}
