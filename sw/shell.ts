import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing';
import { isCacheable } from './cache/cacheable.ts';

/**
 * Addresses that a browser may open but that are not pages of the app. An address with a file name in the path is no
 * page, but the query of a page may contain a file name.
 */
export const notPages = [
  /^\/(?:api|gbfs|ops|sandbox|assets|icons)(?:[/?]|$)/,
  /^[^?]*\.[a-z\d]+(?:\?|$)/i,
];

/**
 * Whether a file belongs to the app and is not the login page of a network. The app's page has a known root
 * element. No other file may be HTML. While servers are replaced one by one, the page may come from another
 * build than this service worker. Therefore every script of the page must be in the `files` of this build. A
 * script of another build would be missing without a network.
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

/**
 * Answers each navigation to a page of the app with the cached index.html. Also answers requests for precached files
 * from the cache.
 */
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
  // This handler runs if a route fails, for example because the browser's storage does not answer. The handler fetches
  // pages and files from the network. It does not repeat a request to the API, because that request has already failed
  // on the network.
  setCatchHandler(async ({ url, request }) => {
    const isCall = url === undefined || url.pathname.startsWith('/api/');
    return isCall ? Response.error() : fetch(request);
  });
}
