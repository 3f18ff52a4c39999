import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isWhole } from './whole.ts';

/** Addresses that a browser may open but that are none of the app's pages; a query may name a file. */
export const notPages = [
  /^\/(?:api|gbfs|sandbox|assets|icons)(?:\/|$)/,
  /^[^?]*\.[a-z\d]+(?:\?|$)/i,
];

/** The page is told from a portal's by its own root, every other file by not being a page. */
export async function isOurFile(path: string, response: Response): Promise<boolean> {
  if (new URL(path, location.origin).pathname !== '/index.html') {
    return isWhole(path, response, [200]);
  }
  return response.status === 200 && (await response.clone().text()).includes('<div id="root">');
}

/** Every page opens from what is kept: the shell, then the page's own chunk. */
export function serveShell(files: PrecacheEntry[]): void {
  cleanupOutdatedCaches();
  addPlugins([
    {
      cacheWillUpdate: async ({ request, response }) =>
        (await isOurFile(request.url, response)) ? response : null,
    },
  ]);
  precacheAndRoute(files, { directoryIndex: '' });
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notPages }),
  );
}
